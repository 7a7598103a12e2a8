# An HTTP/2 server on loopback that goes away in its own way: MODE CERTIFICATE KEY.
# Prints "port N", then a line for each request: METHOD PATH.
#   good       answers
#   goaway     GOAWAY (no stream was taken), then closes, for each request
#   midrun     takes a POST, then GOAWAY naming it as taken, then closes without an answer
#   graceful   takes a POST, GOAWAY naming it as taken, then answers
#   reset      RST_STREAM instead of an answer
#   half       half of the body, then GOAWAY and closes
import socket, ssl, sys, threading
import h2.config, h2.connection, h2.errors, h2.events

MODE, CERTIFICATE, KEY = sys.argv[1:4]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERTIFICATE, KEY)
context.set_alpn_protocols(["h2"])
LIST = b'{"tasks":[{"id":"a","name":"A"}]}'
RUN = b'{"outcome":"success","data":{"n":1}}'


def answer(connection, stream, method):
    body = RUN if method == "POST" else LIST
    connection.send_headers(stream, [
        (":status", "200"), ("content-type", "application/json"),
        ("content-length", str(len(body)))])
    if MODE == "half" and method == "POST":
        connection.send_data(stream, body[:10])
        connection.close_connection(h2.errors.ErrorCodes.INTERNAL_ERROR, last_stream_id=stream)
        return False
    connection.send_data(stream, body, end_stream=True)
    return True


def taken(connection, stream, method):
    """Whether to go on with the connection."""
    bad = method == "POST" or MODE == "goaway"
    if MODE == "goaway":
        connection.close_connection(last_stream_id=0)
        return False
    if not bad or MODE in ("good", "half"):
        return answer(connection, stream, method)
    if MODE == "midrun":
        connection.close_connection(h2.errors.ErrorCodes.NO_ERROR, last_stream_id=stream)
        return False
    if MODE == "graceful":
        # The library sends nothing after a GOAWAY of its own: the frame is written by hand.
        goaway = b"\x00\x00\x08\x07\x00\x00\x00\x00\x00" + stream.to_bytes(4, "big") + b"\x00" * 4
        answer(connection, stream, method)
        connection._data_to_send = bytearray(goaway) + connection._data_to_send
        return True
    if MODE == "reset":
        connection.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
        return True
    return False


def serve(raw):
    try:
        peer = context.wrap_socket(raw, server_side=True)
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        connection.initiate_connection()
        peer.sendall(connection.data_to_send())
        methods = {}
        while data := peer.recv(65536):
            goes_on = True
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    fields = {k.decode() if isinstance(k, bytes) else k:
                              v.decode() if isinstance(v, bytes) else v for k, v in event.headers}
                    methods[event.stream_id] = fields[":method"]
                    print(fields[":method"], fields[":path"], flush=True)
                if isinstance(event, h2.events.StreamEnded):
                    goes_on = taken(connection, event.stream_id, methods[event.stream_id]) and goes_on
            peer.sendall(connection.data_to_send())
            if not goes_on:
                break
        peer.close()
    except (OSError, ssl.SSLError):
        pass


listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
while True:
    client, _ = listener.accept()
    threading.Thread(target=serve, args=(client,), daemon=True).start()
