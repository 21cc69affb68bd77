#!/usr/bin/env python3
"""Checks a published round of allotment without the portal, with nothing but Python 3.8 or later:

    python3 verify.py input.json result.json [manifest.json]        or        python3 verify.py FOLDER

Exit 0: everything holds. 1: the rules give another result; each difference is named. 2: nothing was checked. It cannot know if these
files are the published ones: it prints the SHA-256 of what it has read, and you compare that with the public log.
It follows the public rules in its own way. Each pool of seats is a door with one number, the last merit number that it lets in.
All doors begin wide open, and everybody stands at the first door of their list that lets them in. A door with too many people lowers
its number until they fit; whoever no longer fits walks on. In the end everybody has the best seat that no better merit number needs.
"""
import hashlib, json, os, sys

CATEGORIES = ["SC", "ST", "VJ", "NT1", "NT2", "NT3", "OBC", "SEBC"]
NOMADIC, STAGES = CATEGORIES[2:6], ["I", "II", "III", "IV", "V", "VI", "VII"]
SPECIAL = ["PWDRS", "PWDOPENS", "DEFRS", "DEFOPENS", "ORPHAN", "MI"]
TYPES = (SPECIAL + ["LOPENS", "GOPENS"] + ["L%sS" % c for c in CATEGORIES] + ["G%sS" % c for c in CATEGORIES]
         + ["SBC", "VJNT", "BC", "EWS", "AI", "ALL", "TFWS"])
PLACE = {name: n for n, name in enumerate(TYPES)}
CATEGORY_OF = {"%s%sS" % (letter, c): c for letter in "LG" for c in CATEGORIES}
COMPARE = "Compare both with the entry of this round in the public log (python3 check.py LOG FILE), or with the codes on the page of the round."
MOST_SEATS, MOST_BYTES, MOST_VALUES, MOST_TOLD, MOST_STEPS, WIDE_OPEN = 5_000_000, 1 << 27, 20_000_000, 50, 30_000_000, 1 << 60

def refuse(file, path, fault):
    print("NOTHING WAS CHECKED: %s %s." % (file if path == "$" else "%s cannot be judged, %s" % (file, path), fault), flush=True)
    sys.exit(2)

def read(file):
    """The bytes of a file and its JSON: no name twice in an object, no int(text), which takes minutes for a million digits."""
    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a name stands twice in one object, near %s" % json.dumps([name[:30] for name, _ in pairs[:9]]))
        return dict(pairs)
    number = lambda text: int(float(text)) if abs(float(text)) < 2 ** 53 and float(text).is_integer() else float(text)
    os.path.isfile(file) or refuse(file, "$", "cannot be read: " + ("it is no file" if os.path.exists(file) else "there is no such file"))
    try:
        size = os.path.getsize(file)
        size <= MOST_BYTES or refuse(file, "$", "is larger than %d MiB, and no round is" % (MOST_BYTES >> 20))
        with open(file, "rb") as opened:
            content = opened.read(size)
        content.lstrip()[:1] != b"<" or refuse(file, "$", "is a web page: save the file itself, by the link to it")
        b"\0" not in content or refuse(file, "$", "holds bytes 00: it is no JSON in UTF-8, or was not written to its end")
        sum(map(content.count, (b",", b"[", b"{"))) <= MOST_VALUES or refuse(file, "$", "holds more values than any round")
        return content, json.loads(content.decode(), object_pairs_hook=once, parse_int=number, parse_float=number, parse_constant=int)
    except OSError as error:
        refuse(file, "$", "cannot be read: %s" % error.strerror)
    except ValueError as error:
        refuse(file, "$", "is not JSON, or was cut off: %s" % str(error)[:200])

units = lambda text: text.encode("utf-16-be", "surrogatepass")  # RFC 8785 compares texts by UTF-16 code units
is_text = lambda v: isinstance(v, str) and v != ""
is_flag, is_list = (lambda v: isinstance(v, bool)), (lambda v: isinstance(v, list))
is_count = lambda v: isinstance(v, int) and not is_flag(v) and 0 <= v < 2 ** 53
is_merit = lambda v: is_count(v) and 1 <= v < 0x7FFFFFFF
is_code = lambda v: is_text(v) and len(v.rstrip("T")) == 9 and len(v) <= 10 and v[:9].isascii() and v[:9].isdigit()
one_of = lambda *values: lambda v: is_text(v) and v in values
or_null = lambda check: lambda v: v is None or check(v)
KIND, MATRIX_KIND = one_of(*TYPES), one_of(*set(TYPES).difference(["SBC", "VJNT", "BC", "ALL"]))
SEAT = {"choiceCode": is_code, "minority": or_null(is_text), "seatType": MATRIX_KIND, "count": is_count}
HELD = {"choiceCode": is_code, "seatType": KIND}
CANDIDATE = {
    "id": is_text, "stateMerit": or_null(is_merit), "allIndiaMerit": is_merit, "gender": one_of("M", "F", "T"),
    "category": one_of("OPEN", "SBC", *CATEGORIES), "type": one_of("A", "B", "C", "D", "E", "OMS"), "ews": is_flag,
    "pwd": is_flag, "defence": is_flag, "orphan": is_flag, "minority": is_list, "tfws": is_flag,
    "holds": or_null(lambda v: isinstance(v, dict)), "options": is_list}
INPUT = {"format": one_of("pravesh-allotment/1"), "round": is_merit, "stages": is_list, "seats": is_list, "candidates": is_list}

def shaped(file, path, value, names):
    """Refuses an object with a name that is missing, unknown, or has a value of another kind."""
    isinstance(value, dict) or refuse(file, path, "must be an object")
    for name in sorted(set(names) ^ set(value)):
        refuse(file, path, "%s %s" % (json.dumps(name)[:80], "is missing" if name in names else "is not of the format"))
    for name, check in names.items():
        check(value[name]) or refuse(file, "%s.%s" % (path, name), "cannot be %s" % json.dumps(value[name])[:80])

def check_input(file, given):
    """Refuses an input that breaks a rule of the format."""
    shaped(file, "$", given, INPUT)
    unless = lambda holds, path, fault: holds or refuse(file, path, fault)
    places = [STAGES.index(s) if s in STAGES else -1 for s in given["stages"]]
    unless(places[:1] == [0] and places == sorted(set(places)), "$.stages", "must begin with I and keep the order of the stages")
    left, community, waiver = {}, {}, "TFWS is the only seat type of choice codes that end in T, and of no others"
    for n, seat in enumerate(given["seats"]):
        path = "$.seats[%d]" % n
        shaped(file, path, seat, SEAT)
        code, kind = seat["choiceCode"], seat["seatType"]
        unless((code, kind) not in left, path, "repeats %s %s" % (code, kind))
        unless(code.endswith("T") == (kind == "TFWS"), path, waiver)
        unless(community.setdefault(code, seat["minority"]) == seat["minority"], path, "names another minority than before")
        left[code, kind] = seat["count"]
    unless(sum(left.values()) <= MOST_SEATS, "$.seats", "are more than %d together" % MOST_SEATS)
    seen = {"id": set(), "stateMerit": {None}, "allIndiaMerit": set()}
    for n, one in enumerate(given["candidates"]):
        path = "$.candidates[%d]" % n
        shaped(file, path, one, dict(CANDIDATE, released=lambda v: v is True) if isinstance(one, dict) and "released" in one else CANDIDATE)
        unless("released" not in one or not (one["options"] or one["holds"]), path + ".released", "is said of somebody who holds a seat or has choices")
        for name, known in seen.items():
            unless(one[name] is None or one[name] not in known, "%s.%s" % (path, name), "is another candidate's")
            known.add(one[name])
        unless((one["stateMerit"] is None) == (one["type"] == "OMS"), path + ".stateMerit", "must be null for OMS, and for no other")
        unless(all(map(is_text, one["minority"])), path + ".minority", "must be texts")
        options, held, fault = one["options"], one["holds"], "name a choice code twice, or one that is not in the matrix"
        unless(all(is_text(code) and code in community for code in options) and len(set(options)) == len(options), path + ".options", fault)
        path += ".holds"
        if held is None: continue
        shaped(file, path, held, dict(HELD, originalType=MATRIX_KIND) if "originalType" in held else HELD)
        code, kind, original = held["choiceCode"], held["seatType"], held.get("originalType")
        unless(code in community, path, "is not in the matrix")
        unless(all((name == "TFWS") == code.endswith("T") for name in (kind, original or kind)), path, waiver)
        unless(original != kind, path, "is converted from the type itself")
        left[code, kind] = left.get((code, kind), 0) - (original is None)
        unless(original or left[code, kind] >= 0, path, "has no seat left of %s %s" % (code, kind))

def input_hash(given):
    """SHA-256 of the input in canonical form: everything sorted but the options, JSON as in RFC 8785."""
    candidates = sorted((dict(one, minority=sorted(one["minority"], key=units)) for one in given["candidates"]), key=lambda one: units(one["id"]))
    seats = sorted(given["seats"], key=lambda seat: (seat["choiceCode"], PLACE[seat["seatType"]]))
    text = json.dumps(dict(given, candidates=candidates, seats=seats), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()

def seat_types(one):
    """The seat types that a candidate may have, in the order in which they are tried; MI only at institutes of their own."""
    local, woman, category = one["type"] in "ABCD", one["gender"] == "F", one["category"] if one["type"] in "ABCD" else "OPEN"
    pwd, defence, backward = local and one["pwd"], local and one["defence"], category != "OPEN"
    may = {"PWDRS": pwd and backward, "PWDOPENS": pwd, "DEFRS": defence and backward, "DEFOPENS": defence,
           "ORPHAN": local and one["orphan"], "MI": one["minority"], "LOPENS": woman, "GOPENS": True, "SBC": category == "SBC",
           "VJNT": category in NOMADIC, "BC": backward, "EWS": local and one["ews"], "ALL": True, "TFWS": one["tfws"]}
    may.update({name: c == category and (woman or name[0] == "G") for name, c in CATEGORY_OF.items()})
    return [name for name in TYPES if name == "AI" or (may[name] and one["stateMerit"] is not None)]

def becomes(stage, original, now):
    """The type that a vacant seat gets at a stage; None if the stage leaves it alone."""
    return {
        "II": "G" + now[1:] if now[0] == "L" else None,
        "III": "SBC" if now in CATEGORY_OF else None,
        "IV": "VJNT" if now == "SBC" and CATEGORY_OF.get(original) in NOMADIC else None,
        "V": "BC" if now in ("SBC", "VJNT") else None,
        "VI": "GOPENS" if now in SPECIAL else None,
        "VII": "ALL" if now not in ("AI", "EWS", "TFWS", "ALL") else None}.get(stage)

class Person:
    """A candidate: the options that count, and the seat that they hold as their last resort."""
    def __init__(self, one, community):
        self.one, self.seat, self.stage, self.types, self.community = one, None, "I", seat_types(one), community
        held, listed = one["holds"], one["options"]
        self.options = listed[:listed.index(held["choiceCode"])] if held and held["choiceCode"] in listed else listed
        self.last = held and ((held["choiceCode"], held["seatType"]) + ((one["id"],) if "originalType" in held else ()))
    def merit_at(self, door):
        return 0 if door == self.last else self.one["allIndiaMerit" if door[1] == "AI" else "stateMerit"]
    def walk(self, limits):
        """The doors that let them in, best first, each asked when it is reached."""
        types = [(kind, self.merit_at((None, kind))) for kind in self.types]
        for code in self.options:
            here = limits[code]
            for kind, merit in types:
                if kind in here and merit <= here[kind] and (kind != "MI" or self.community[code] in self.one["minority"]):
                    yield code, kind

def match(people, sizes, codes):
    """One matching, by doors that close. `sizes`: seats by door. Returns the people at each door."""
    limits, inside = {code: {} for code in codes}, {door: [] for door, size in sizes.items() if size > 0}
    for code, kind in inside:
        limits[code][kind] = WIDE_OPEN
    outside, walks = people, {person: person.walk(limits) for person in people}
    while outside:
        full = set()
        for person in outside:
            person.seat = next(walks[person], person.last)
            if person.seat in inside:
                inside[person.seat].append(person)
                full.add(person.seat)
        outside = []
        for door in full:
            if len(inside[door]) >= sizes[door]:
                inside[door].sort(key=lambda person: person.merit_at(door))
                outside += inside[door][sizes[door]:]
                del inside[door][sizes[door]:]
                limits[door[0]][door[1]] = inside[door][-1].merit_at(door)
    return inside

def allot(given):
    """The result that the rules give for an input: allotments, conversions, vacancies and closing merits."""
    stages, community = given["stages"], {line["choiceCode"]: line["minority"] for line in given["seats"]}
    seats = {(line["choiceCode"], line["seatType"]): {line["seatType"]: line["count"]} for line in given["seats"]}
    def move(count, code, original, to):
        parts = seats.setdefault((code, to), {})
        parts[original] = parts.get(original, 0) + count
    people, enabled = [Person(one, community) for one in given["candidates"]], 0
    apart = {person for person in people if person.last and len(person.last) == 3}
    for _ in range(300 + MOST_STEPS // (len(people) + 1)):
        before = [person.seat for person in people]
        inside = match(people, {door: sum(parts.values()) for door, parts in seats.items()}, community)
        for person in (one for one, seat in zip(people, before) if one.seat != seat):
            person.stage = stages[enabled]
        gone = {person for person in apart if person.seat != person.last}
        for held in (person.one["holds"] for person in gone):
            move(1, held["choiceCode"], held["originalType"], held["originalType"])
        apart -= gone
        if gone: continue
        free = vacant(seats, inside)
        useful = [n for n, s in enumerate(stages) if any(becomes(s, original, now) for (_, now), original, _ in free)]
        if not useful:
            return told(people, seats, free)
        stage, enabled = stages[useful[0]], max(enabled, useful[0])
        for (code, now), original, count in free:
            if to := becomes(stage, original, now):
                move(-count, code, original, now)
                move(count, code, original, to)
    raise MemoryError  # More matchings than any round takes.

def vacant(seats, inside):
    """The free seats as (door, original type, count). People are charged to unconverted seats first, then in table order."""
    free = []
    for door, parts in seats.items():
        taken = len(inside.get(door, ()))
        for original in sorted(parts, key=lambda name: (name != door[1], PLACE[name])):
            used = min(taken, parts[original])
            taken -= used
            free += [(door, original, parts[original] - used)] if parts[original] > used else []
    return free

def told(people, seats, free):
    """The result, each list as lines by their names."""
    allotments, closing, vacancies = {}, {}, {}
    for person in (one for one in people if one.seat):
        (code, kind), listed, merit = person.seat[:2], person.one["options"], person.merit_at((None, person.seat[1]))
        allotments[person.one["id"],] = {
            "id": person.one["id"], "choiceCode": code, "seatType": kind, "stage": person.stage,
            "preference": listed.index(code) + 1 if code in listed else None, "retained": person.seat == person.last}
        if merit is not None:
            closing[code, kind] = max(merit, closing.get((code, kind), 0))
    counts = {(code, of, now): count for (code, now), parts in seats.items() for of, count in parts.items() if of != now}
    for (code, now), original, count in free:
        vacancies[code, original] = vacancies.get((code, original), 0) + count
        if original != now:
            counts[code, original, now] -= count
    lines = lambda found, *names: {key: dict(zip(names, key + (value,))) for key, value in found.items() if value}
    return {"allotments": allotments, "conversions": lines(counts, "choiceCode", "from", "to", "count"),
            "vacancies": lines(vacancies, "choiceCode", "seatType", "count"),
            "closing": lines(closing, "choiceCode", "seatType", "merit")}

LINES = {"allotments": (["id"], {"id": is_text, "choiceCode": is_code, "seatType": KIND, "preference": or_null(is_merit),
                                 "stage": one_of(*STAGES), "retained": is_flag}),
         "conversions": (["choiceCode", "from", "to"], {"choiceCode": is_code, "from": KIND, "to": KIND, "count": is_merit}),
         "vacancies": (["choiceCode", "seatType"], {"choiceCode": is_code, "seatType": KIND, "count": is_merit}),
         "closing": (["choiceCode", "seatType"], {"choiceCode": is_code, "seatType": KIND, "merit": is_merit})}
RESULT = dict(dict.fromkeys(LINES, is_list), format=one_of("pravesh-allotment-result/1"), inputHash=is_text)

def differences(file, given, stated):
    """Each place in which a published result is not the one that the rules give, as a sentence."""
    if stated["inputHash"] != input_hash(given):
        yield "The result was made from another input: its inputHash is not %s." % input_hash(given)
    right = allot(given)
    for name, (keys, names) in LINES.items():
        must, before = right[name], None
        for n, line in enumerate(stated[name]):
            shaped(file, "$.%s[%d]" % (name, n), line, names)
            order = [units(line[key]) if key in ("id", "choiceCode") else PLACE[line[key]] for key in keys]
            if before is not None and order <= before:
                yield "%s[%d] does not come after the line before it." % (name, n)
            before, should = order, must.pop(tuple(line[key] for key in keys), None)
            if should != line:
                yield "%s[%d]: the result says %s, and the rules %s." % (name, n, shown(line), shown(should))
        for should in must.values():
            yield "%s: the result leaves out %s." % (name, shown(should))

shown = lambda line: ", ".join("%s %s" % (name, json.dumps(line[name])) for name in line) if line else "nothing of the kind"

def manifest_differences(manifest, given, stated, result_hash):
    """Each place in which the manifest of a dossier does not name these files and these rules."""
    must = {"format": "pravesh-dossier/1", "rules": "pravesh-allotment-rules/1", "round": given["round"], "inputHash": stated["inputHash"], "resultHash": result_hash}
    if json.dumps(manifest, sort_keys=True) != json.dumps(must, sort_keys=True):  # In JSON, true is not 1.
        yield "The manifest must state exactly: %s." % shown(must)

def main(files):
    sys.stdout and sys.stdout.reconfigure(errors="backslashreplace")
    files = [os.path.join(files[0], name + ".json") for name in ("input", "result", "manifest")] if len(files) == 1 else files
    2 <= len(files) <= 3 or sys.exit(print(__doc__) or 2)
    (text, given), (result, stated) = read(files[0]), read(files[1])
    check_input(files[0], given)
    shaped(files[1], "$", stated, RESULT)
    hashes = [hashlib.sha256(content).hexdigest() for content in (text, result)]
    print(*("SHA-256 of %s: %s" % pair for pair in zip(files, hashes)), COMPARE, sep="\n")
    if hashes[0] != stated["inputHash"]:
        print("%s is not byte for byte the file from which the result says that it was made: that has the SHA-256 %s." % (files[0], json.dumps(stated["inputHash"])[:66]))
    told, found, faults = [], 0, [differences(files[1], given, stated)]
    faults += [manifest_differences(read(files[2])[1], given, stated, hashes[1])] if len(files) == 3 else []
    for found, sentence in enumerate((sentence for some in faults for sentence in some), 1):
        told += [sentence[:1000]] if found <= MOST_TOLD else []
    if found:
        return print(*told, "The result of round %d is NOT the one that the rules give: %d differences." % (given["round"], found), sep="\n") or 1
    told = given["round"], len(given["candidates"]), len(stated["allotments"])
    return print("Everything holds: round %d, %d candidates, %d seats given. Each is the best that the rules allow." % told) or 0

if __name__ == "__main__":
    try:
        sys.exit((main(sys.argv[1:]), sys.stdout and sys.stdout.flush())[0])
    except (RecursionError, MemoryError):
        refuse("A file", "$", "is nested too deeply, is too large for this computer, or takes more matchings than any round")
    except (OSError, KeyboardInterrupt): os._exit(2)  # Nobody reads on.
