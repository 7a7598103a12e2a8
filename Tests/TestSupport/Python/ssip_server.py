"""usage: ssip_server.py SOCKET

A speech server that says nothing: speaks SSIP as spd-say needs it, and prints what it is given to
speak, one line a message.
"""
import socket
import sys
import threading

server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
print("listening", flush=True)

CODES = {"SELF": "208 OK CLIENT NAME SET", "BLOCK": "260 OK INSIDE BLOCK"}


def serve(connection):
    stream = connection.makefile("rwb")
    number = 0

    def say(text):
        stream.write(text.encode() + b"\r\n")
        stream.flush()

    for raw in stream:
        words = raw.decode().strip().split()
        if not words:
            continue
        command = words[0].upper()
        if command == "SPEAK":
            say("230 OK RECEIVING DATA")
            lines = []
            for line in stream:
                text = line.decode().rstrip("\r\n")
                if text == ".":
                    break
                lines.append(text[1:] if text.startswith("..") else text)
            number += 1
            print("spoken: " + " ".join(lines).strip(), flush=True)
            say(f"225-{number}")
            say("225 OK MESSAGE QUEUED")
        elif command == "QUIT":
            say("231 HAPPY HACKING")
            break
        elif command == "SET":
            say("208 OK SET")
        elif command in ("LIST", "GET"):
            say("250-x")
            say("250 OK")
        else:
            say("200 OK")
    connection.close()


while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
