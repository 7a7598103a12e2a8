print("figctl")
