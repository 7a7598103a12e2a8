// The bridge to libsecret.
