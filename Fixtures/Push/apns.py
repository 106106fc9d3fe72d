#!/usr/bin/env python3
"""A stand-in for Apple's push service, for tests: HTTP/2 over TLS, with what is documented of it and seen of it.

It needs the package h2. It listens on 127.0.0.1 and prints {"port": …}; then it takes a line of JSON for each command on
standard input, and answers each with a line of JSON. It ends with its input. Commands:

  {"set": {…}}        changes the rules (see RULES)
  {"next": […]}       the behaviours of the next pushes, before those of the rules
  {"activity": true}  what has happened: connections, pushes, the most of them at the same time
  {"reset": true}     forgets what has happened, and the behaviours
  {"goaway": {…}}     sends GOAWAY on each connection: "reason", "code", and "last", a stream
  {"cut": true}       cuts each connection
  {"mute": true}      hears and answers nothing any more on each connection, and keeps it

A behaviour is what a push meets: {"status": 410, "reason": "Unregistered", "timestamp": …, "retryAfter": 5, "delay": 0.1},
{"never": true}, {"reset": 7}, {"cut": true} or {"goaway": {…}}. The rule "chances" is a list of pairs of a probability and
a behaviour, for pushes that meet no other one.

With --phones, each accepted push is delivered before it is answered: its token goes to a datagram socket of that path.
"""
import argparse, asyncio, base64, hashlib, json, random, re, socket, ssl, sys, time, uuid

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import (
    ConnectionTerminated, DataReceived, RequestReceived, StreamEnded, StreamReset)
from h2.exceptions import ProtocolError
from h2.settings import SettingCodes, Settings
from hyperframe.frame import GoAwayFrame

RULES = {
    # The streams that the settings allow: at first, after an accepted push, after a refused one.
    "streams": [1, 1000, 1],
    # The public keys in hexadecimal (65 bytes, uncompressed) by their identifiers; null checks no signature.
    "keys": None,
    "team": None,
    "topics": None,
    # What pushes to a token meet.
    "tokens": {},
    "default": {"status": 200},
    "chances": [],
    "sandbox": True,
    # Whether each push is remembered; their number is known in any case.
    "record": True,
    # A token that is newer than another on its connection and made less than this many seconds after it: 429.
    "leastAge": 1200,
}

# The curve P-256 (FIPS 186-4, D.1.2.3).
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) % P
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P) % P
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(number, point):
    result = None
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def is_signed(text, signature, key):
    """Whether a signature of ES256 is that of a public key (SEC 1, 4.1.4)."""
    if len(signature) != 64:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < N and 0 < s < N):
        return False
    digest = int.from_bytes(hashlib.sha256(text).digest(), "big")
    inverse = pow(s, -1, N)
    raw = bytes.fromhex(key)
    public = int.from_bytes(raw[1:33], "big"), int.from_bytes(raw[33:], "big")
    point = add(times(digest * inverse % N, G), times(r * inverse % N, public))
    return point is not None and point[0] % N == r


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


rules = json.loads(json.dumps(RULES))
following = []
connections = set()
activity = {}
tokens = {}
phones = None


def reset():
    activity.clear()
    activity.update(
        connections=0, pushes=0, accepted=0, most=0, ended=[], requests=[], tables=[], jwts=[])
    following.clear()


def claims(text):
    """The key's identifier, the team and the time of a token that is right; else the reason why it is not."""
    if text in tokens:
        return tokens[text]
    tokens[text] = found = read(text)
    return found


def read(text):
    try:
        head, body, signature = text.split(".")
        header, payload = json.loads(decoded(head)), json.loads(decoded(body))
        if header["alg"] != "ES256" or len(header["kid"]) != 10 or type(payload["iat"]) is not int:
            return "InvalidProviderToken"
        if rules["keys"] is not None:
            key = rules["keys"].get(header["kid"])
            if not key or not is_signed(f"{head}.{body}".encode(), decoded(signature), key):
                return "InvalidProviderToken"
        if rules["team"] is not None and payload["iss"] != rules["team"]:
            return "InvalidProviderToken"
        return header["kid"], payload["iss"], payload["iat"]
    except (ValueError, KeyError, TypeError):
        return "InvalidProviderToken"


def by_chance():
    number = random.random()
    for chance, behaviour in rules["chances"]:
        number -= chance
        if number < 0:
            return behaviour
    return rules["default"]


class Connection(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.open, self.bodies, self.is_mute = transport, {}, {}, False
        self.kid, self.jwts, self.is_over = None, {}, False
        self.h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self.h2.local_settings = Settings(
            client=False, initial_values={SettingCodes.MAX_CONCURRENT_STREAMS: rules["streams"][0]})
        self.limit = rules["streams"][0]
        self.h2.initiate_connection()
        self.h2.increment_flow_control_window(1 << 24)
        self.write()
        connections.add(self)
        activity["connections"] += 1

    def connection_lost(self, error):
        self.is_over = True
        connections.discard(self)

    def write(self):
        bytes = self.h2.data_to_send()
        if bytes and not self.is_mute and not self.transport.is_closing():
            self.transport.write(bytes)

    def data_received(self, data):
        if self.is_mute:
            return
        try:
            events = self.h2.receive_data(data)
        except ProtocolError as error:
            activity["ended"].append(type(error).__name__)
            self.write()
            self.transport.close()
            return
        for event in events:
            if isinstance(event, RequestReceived):
                self.open[event.stream_id] = event.headers
                self.bodies[event.stream_id] = b""
                activity["most"] = max(activity["most"], len(self.open))
            elif isinstance(event, DataReceived):
                self.bodies[event.stream_id] = self.bodies.get(event.stream_id, b"") + event.data
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, StreamEnded):
                self.pushed(event.stream_id)
            elif isinstance(event, StreamReset):
                self.open.pop(event.stream_id, None)
            elif isinstance(event, ConnectionTerminated):
                self.transport.close()
        self.write()

    def pushed(self, stream):
        headers = self.open.get(stream)
        if headers is None:
            return
        activity["pushes"] += 1
        fields = dict(headers)
        token = (re.fullmatch("/3/device/([0-9a-f]{2,512})", fields[":path"]) or [None, ""])[1]
        flaw = self.flaw(headers, fields, token, self.bodies.pop(stream, b""))
        behaviour = flaw or (following.pop(0) if following else rules["tokens"].get(token) or by_chance())
        if rules["record"]:
            activity["requests"].append(
                {name: value for name, value in headers if name != "authorization"}
                | {"token": token, "stream": stream, "concurrent": len(self.open),
                   "status": behaviour.get("status", 0), "reason": behaviour.get("reason")})
            table = [name.decode() for name, _ in self.h2.decoder.header_table.dynamic_entries]
            activity["tables"] = sorted(set(table))
        if behaviour.get("delay"):
            asyncio.get_running_loop().call_later(behaviour["delay"], self.meet, stream, behaviour, fields)
        else:
            self.meet(stream, behaviour, fields)

    def flaw(self, headers, fields, token, body):
        """What is wrong with a request, in the words of the documentation."""
        def refuse(status, reason):
            return {"status": status, "reason": reason}
        if fields[":method"] != "POST":
            return refuse(405, "MethodNotAllowed")
        if not fields[":path"].startswith("/3/device/"):
            return refuse(404, "BadPath")
        if len({name for name, _ in headers}) != len(headers):
            return refuse(400, "DuplicateHeaders")
        scheme, _, text = fields.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not text:
            return refuse(403, "MissingProviderToken")
        found = claims(text)
        if isinstance(found, str):
            return refuse(403, found)
        kid, _, made = found
        if not -60 <= time.time() - made <= 3600:
            return refuse(403, "ExpiredProviderToken")
        if self.kid not in (None, kid):
            return refuse(403, "UnrelatedKeyIdInToken")
        self.kid = kid
        if text not in self.jwts:
            if any(abs(made - other) < rules["leastAge"] for other in self.jwts.values()):
                return refuse(429, "TooManyProviderTokenUpdates")
            self.jwts[text] = made
            activity["jwts"].append(made)
        topic = fields.get("apns-topic")
        if not topic:
            return refuse(400, "MissingTopic")
        if fields.get("apns-push-type") != "widgets":
            return refuse(400, "InvalidPushType")
        if not topic.endswith(".push-type.widgets"):
            return refuse(400, "BadTopic")
        if rules["topics"] is not None and topic not in rules["topics"]:
            return refuse(400, "TopicDisallowed")
        if fields[":path"] == "/3/device/":
            return refuse(400, "MissingDeviceToken")
        if not token:
            return refuse(400, "BadDeviceToken")
        if not re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", fields.get("apns-id", str(uuid.uuid4()))):
            return refuse(400, "BadMessageId")
        if fields.get("apns-priority", "10") not in ("1", "5", "10"):
            return refuse(400, "BadPriority")
        if not fields.get("apns-expiration", "0").isdigit():
            return refuse(400, "BadExpirationDate")
        if not 1 <= len(fields.get("apns-collapse-id", "x").encode()) <= 64:
            return refuse(400, "BadCollapseId")
        if not body:
            return refuse(400, "PayloadEmpty")
        if len(body) > 4096:
            return refuse(413, "PayloadTooLarge")
        if json.loads(body) != {"aps": {"content-changed": True}}:
            return refuse(400, "PayloadEmpty")
        return None

    def meet(self, stream, behaviour, fields):
        if self.is_over or self.is_mute or stream not in self.open or behaviour.get("never"):
            return
        if behaviour.get("cut"):
            return self.transport.abort()
        if "goaway" in behaviour:
            self.go_away(behaviour["goaway"])
        elif "reset" in behaviour:
            self.open.pop(stream)
            self.h2.reset_stream(stream, behaviour["reset"])
        else:
            if phones and behaviour["status"] == 200:
                phones.send(fields[":path"].rsplit("/", 1)[1].encode())
            self.answer(stream, behaviour, fields)
        self.write()

    def answer(self, stream, behaviour, fields):
        status = behaviour["status"]
        headers = [(":status", str(status)), ("apns-id", fields.get("apns-id", str(uuid.uuid4())))]
        if rules["sandbox"]:
            headers.append(("apns-unique-id", str(uuid.uuid4())))
        if "retryAfter" in behaviour:
            headers.append(("retry-after", str(behaviour["retryAfter"])))
        self.open.pop(stream)
        self.h2.send_headers(stream, headers, end_stream=status == 200)
        if status == 200:
            activity["accepted"] += 1
        else:
            body = {"reason": behaviour.get("reason", "InternalServerError")}
            if "timestamp" in behaviour:
                body["timestamp"] = behaviour["timestamp"]
            self.h2.send_data(stream, json.dumps(body).encode(), end_stream=True)
        initial, proven, refused = rules["streams"]
        limit = proven if status == 200 else refused if 400 <= status < 500 and status != 410 else self.limit
        if limit != self.limit:
            self.limit = limit
            self.h2.update_settings({SettingCodes.MAX_CONCURRENT_STREAMS: limit})

    def go_away(self, what):
        last = what.get("last", max(self.open, default=0))
        reason = json.dumps({"reason": what["reason"]}).encode() if "reason" in what else b""
        self.write()
        self.transport.write(GoAwayFrame(0, last, what.get("code", 0), reason).serialize())
        for stream in [stream for stream in self.open if stream > last]:
            self.open.pop(stream)

    def mute(self):
        self.is_mute = True


def obey(command):
    if command.get("reset"):
        reset()
    if "set" in command:
        rules.update(command["set"])
        tokens.clear()
    if "next" in command:
        following.extend(command["next"])
    for connection in list(connections):
        if "goaway" in command:
            connection.go_away(command["goaway"])
        if command.get("cut"):
            connection.transport.abort()
        if command.get("mute"):
            connection.mute()
    return activity | {"open": len(connections)} if command.get("activity") else {}


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--certificate", required=True)
    parser.add_argument("--key", required=True)
    parser.add_argument("--protocol", default="h2")
    parser.add_argument("--phones")
    arguments = parser.parse_args()
    global phones
    if arguments.phones:
        phones = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        phones.connect(arguments.phones)
    reset()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(arguments.certificate, arguments.key)
    context.set_alpn_protocols([arguments.protocol])
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Connection, "127.0.0.1", arguments.port, ssl=context, backlog=256)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    reader = asyncio.StreamReader(limit=1 << 24)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        print(json.dumps(obey(json.loads(line))), flush=True)


asyncio.run(main())
