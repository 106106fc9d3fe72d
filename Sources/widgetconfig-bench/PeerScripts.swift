/// What other libraries are made to do: read the lines, check each by the same rules, and print the
/// seconds, the part of the lines they worked on, how many these are and how many they refuse.
enum PeerScripts {
  static let python = """
    import json, sys, time, typing
    name, lines, schema = sys.argv[1:4]
    data = open(lines, "rb").read().splitlines()
    schema = json.load(open(schema))
    part = 1.0
    def only(n):
        global data, part
        part = min(1.0, n / len(data)); data = data[:n]
    if name == "jsonschema_rs":
        import jsonschema_rs
        v = jsonschema_rs.validator_for(schema)
        try: from orjson import loads
        except ImportError: loads = json.loads
        def work(line):
            if not v.is_valid(loads(line)): raise ValueError
        only(50000)
    elif name == "jsonschema":
        from jsonschema import Draft202012Validator
        v = Draft202012Validator(schema)
        def work(line):
            if not v.is_valid(json.loads(line)): raise ValueError
        only(2000)
    elif name == "fastjsonschema":
        import fastjsonschema
        schema["$schema"] = "http://json-schema.org/draft-07/schema#"
        v = fastjsonschema.compile(schema)
        def work(line): v(json.loads(line))
        only(10000)
    else:
        from datetime import timedelta
        from decimal import Decimal
        library, _, structure = name.partition(" ")
        O = typing.Optional; L = typing.Literal; A = typing.Annotated
        # Without the rules beyond the structure a peer refuses less than we do.
        def between(t, low, high):
            if structure: return t
            if library == "msgspec": return A[t, msgspec.Meta(ge=low, le=high)]
            return A[t, pydantic.Field(ge=low, le=high)]
        def text(pattern):
            if structure: return str
            if library == "msgspec": return A[str, msgspec.Meta(pattern=pattern)]
            return A[str, pydantic.Field(pattern=pattern)]
        if library == "msgspec": import msgspec
        else: import pydantic
        line = text(r"^[^\\n\\r]*$"); link = text(r"^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$")
        if library == "pydantic" and not structure: link = pydantic.AnyUrl
        span = str if structure else timedelta
        units = L["mm", "cm", "m", "km", "in", "ft", "yd", "mi"]
        spec = {
          "Calendar": {"identifier": line, "display": line, "colour": O[line],
                       "weeks": O[typing.List[between(int, 1, 53)]]},
          "Amount": {"amount": str if structure else Decimal, "currencyCode": L["EUR", "NOK"]},
          "Radius": {"value": float, "unit": str if structure else units},
          "Time": {"hour": O[between(int, 0, 23)], "minute": O[between(int, 0, 59)],
                   "second": O[between(int, 0, 59)]},
          "Place": {"name": O[line], "latitude": O[between(float, -90, 90)],
                    "longitude": O[between(float, -180, 180)]},
        }
        sizes = {"systemSmall": 1, "systemMedium": 3, "systemLarge": 5}
        def check(document):
            calendars = document.parameters.calendars
            if calendars and (document.parameters.mirrorCalendarApp
                              or len(calendars) > sizes[document.family]): raise ValueError
        def build(make):
            t = {k: make(k, f) for k, f in spec.items()}
            t["Parameters"] = make("Parameters", {
              "mirrorCalendarApp": O[bool], "calendars": O[typing.List[t["Calendar"]]],
              "lookAhead": O[span], "dayStart": O[t["Time"]],
              "emphasis": O[between(float, 0, 1)], "count": O[between(int, 1, 9)],
              "style": O[L["agenda", "list", "week", "compact"]], "dedication": O[line],
              "link": O[link], "budget": O[t["Amount"]], "radius": O[t["Radius"]],
              "place": O[t["Place"]]})
            family = str if structure else L["systemSmall", "systemMedium", "systemLarge"]
            intent = str if structure else L["UpNextIntent"]
            return make("Document", {"intent": intent, "family": family, "parameters": t["Parameters"]})
        optional = lambda t: type(None) in typing.get_args(t)
        if library == "msgspec":
            def make(k, f):
                extra = {} if structure or k != "Document" else {"__post_init__": check}
                return msgspec.defstruct(
                    k, [(n, t, None) if optional(t) else (n, t) for n, t in f.items()],
                    forbid_unknown_fields=True, kw_only=True, omit_defaults=True, namespace=extra)
            d = msgspec.json.Decoder(build(make)); e = msgspec.json.Encoder()
            def work(line): e.encode(d.decode(line))
        else:
            def make(k, f):
                extra = {}
                if not structure and k == "Document":
                    extra = {"__validators__": {"check": pydantic.model_validator(mode="after")(
                        lambda self: (check(self), self)[1])}}
                return pydantic.create_model(
                    k, __config__=pydantic.ConfigDict(extra="forbid"), **extra,
                    **{n: (t, None) if optional(t) else (t, ...) for n, t in f.items()})
            T = build(make)
            def work(line): T.model_validate_json(line)
            only(50000)
    refused = 0
    start = time.process_time()
    for line in data:
        try: work(line)
        except Exception: refused += 1
    print(time.process_time() - start, part, len(data), refused)
    """
}
