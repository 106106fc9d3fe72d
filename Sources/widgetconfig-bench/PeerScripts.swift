/// What other libraries are made to do: read the lines, check each, and print seconds and part.
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
    if name == "orjson":
        import orjson
        def work(line): orjson.loads(line)
    elif name == "jsonschema_rs":
        import jsonschema_rs
        v = jsonschema_rs.validator_for(schema)
        def work(line): v.is_valid(json.loads(line))
        try:
            import orjson
            def work(line): v.is_valid(orjson.loads(line))
        except ImportError: pass
        only(50000)
    elif name == "jsonschema":
        from jsonschema import Draft202012Validator
        v = Draft202012Validator(schema)
        def work(line): v.is_valid(json.loads(line))
        only(2000)
    elif name == "fastjsonschema":
        import fastjsonschema
        schema["$schema"] = "http://json-schema.org/draft-07/schema#"
        v = fastjsonschema.compile(schema)
        def work(line): v(json.loads(line))
        only(10000)
    else:
        L = typing.Literal; O = typing.Optional
        spec = {
          "Calendar": {"identifier": str, "display": str, "colour": O[str], "weeks": O[typing.List[int]]},
          "Amount": {"amount": str, "currencyCode": L["EUR", "NOK"]},
          "Radius": {"value": float, "unit": str},
          "Time": {"hour": O[int], "minute": O[int], "second": O[int]},
          "Place": {"name": O[str], "latitude": O[float], "longitude": O[float]},
        }
        def build(make):
            t = {k: make(k, f) for k, f in spec.items()}
            t["Parameters"] = make("Parameters", {
              "mirrorCalendarApp": O[bool], "calendars": O[typing.List[t["Calendar"]]],
              "lookAhead": O[str], "dayStart": O[t["Time"]], "emphasis": O[float], "count": O[int],
              "style": O[L["agenda", "list", "week", "compact"]], "dedication": O[str],
              "link": O[str], "budget": O[t["Amount"]], "radius": O[t["Radius"]],
              "place": O[t["Place"]]})
            return make("Document", {"intent": str, "family": str, "parameters": t["Parameters"]})
        optional = lambda t: type(None) in typing.get_args(t)
        if name == "msgspec":
            import msgspec
            T = build(lambda k, f: msgspec.defstruct(
                k, [(n, t, None) if optional(t) else (n, t) for n, t in f.items()],
                forbid_unknown_fields=True, kw_only=True, omit_defaults=True))
            d = msgspec.json.Decoder(T); e = msgspec.json.Encoder()
            def work(line): e.encode(d.decode(line))
        else:
            import pydantic
            T = build(lambda k, f: pydantic.create_model(
                k, __config__=pydantic.ConfigDict(extra="forbid"),
                **{n: (t, None) if optional(t) else (t, ...) for n, t in f.items()}))
            def work(line): T.model_validate_json(line)
            only(50000)
    start = time.process_time()
    for line in data:
        try: work(line)
        except Exception: pass
    print(time.process_time() - start, part)
    """

  static let node = """
    const fs = require("fs"); const [name, lines, schema] = process.argv.slice(1);
    let work = line => JSON.stringify(JSON.parse(line));
    if (name === "ajv") {
      const Ajv = require("ajv/dist/2020"); const v = new Ajv({strict: false}).compile(
        JSON.parse(fs.readFileSync(schema)));
      work = line => v(JSON.parse(line));
    }
    const data = fs.readFileSync(lines, "utf8").split("\\n").filter(l => l);
    const start = process.cpuUsage();
    for (const line of data) { try { work(line); } catch {} }
    const used = process.cpuUsage(start);
    console.log((used.user + used.system) / 1e6, 1);
    """
}
