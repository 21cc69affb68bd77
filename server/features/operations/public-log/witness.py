#!/usr/bin/env python3
"""Watches the public log of an admissions portal, with nothing but Python 3.8 or later.

    python3 witness.py https://HOST/COURSE/candidate/log STATE.json [--mirror FOLDER] [--key KEY]

The first look remembers the log in STATE.json; every later one proves that nothing was taken back, changed or backdated since,
lists what is new, and says which witnesses have signed it. --mirror keeps a copy of every file, which can be watched as well: give its
folder instead of the address. Nothing in it is ever overwritten that differs from what is served: both are kept. --key: the key of the
log, which you have by another way, such as a newspaper; without it, whoever answers at the address is believed at the first look.
Exits with 0 if the log holds, 1 if it is not to be believed, 2 if nothing was checked. The rules are in log-format.md beside the log.
It reads at most 128 MiB and shares no line with the portal.
"""
import base64, datetime, email.utils, hashlib, http.client, json, os, re, struct, sys, threading, time, urllib.parse, urllib.request

# Ed25519, RFC 8032, section 5.1: only the check of a signature.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
def add(a, b):
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    t, z = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, z - t, z + t, n + m
    return (e * f % P, g * h % P, f * g % P, e * h % P)
def times(number, point):
    total = (0, 1, 1, 0)
    while number:
        total = add(total, point) if number & 1 else total
        point, number = add(point, point), number >> 1
    return total
def point_of(data):
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & (1 << 255) - 1
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x * ROOT_OF_MINUS_1 % P if (x * x - x2) % P else x
    if y >= P or (x * x - x2) % P or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x, y, 1, (P - x if x & 1 != sign else x) * y % P)

BASE = point_of(bytes.fromhex('58' + '66' * 31))

def is_signed(key, text, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], 'little')
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), 'little') % L
    x, y = times(s, BASE), add(r, times(h, a))
    return (x[0] * y[2] - y[0] * x[2]) % P == 0 and (x[1] * y[2] - y[1] * x[2]) % P == 0

def hash_of(*parts):  # The tree: RFC 6962, section 2.1.
    return hashlib.sha256(b''.join(parts)).digest()
def root_of(hashes):
    """Pairs from the left; one that is left over rises as it is."""
    row = list(hashes)
    while len(row) > 1:
        row = [hash_of(b'\1', *row[i:i + 2]) if i + 1 < len(row) else row[i] for i in range(0, len(row), 2)]
    return row[0] if row else hash_of()

class Fault(Exception): """The log is not to be believed."""
class Gone(Fault): """A file that the signed head needs is missing."""
class Unread(Exception): """Nothing was checked: this says why, and accuses nobody."""
def say(*lines):  # Whatever a log or a server says, it moves nothing on a screen.
    for line in lines:
        print(re.sub('[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]', ' ', line))
def day(second):
    return time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime(second))
def keep(place, content):
    os.makedirs(os.path.dirname(place) or '.', exist_ok=True)
    with open(place + '.part', 'wb') as file:
        file.write(content)
    os.replace(place + '.part', place)
def in_folder(folder, name):
    try:
        with open(os.path.join(folder, name), 'rb') as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError): return None

class Redirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, answer, *more):
        answer.close()  # Its body is never read: it may have no end.
        return super().redirect_request(request, answer, *more)
opened_at = urllib.request.build_opener(Redirects).open

class Reader:
    """The files of a log, from an address or a folder, within 128 MiB and ten minutes. `got`: what was read."""
    def __init__(self, where):
        self.where, self.is_far, self.got = where.rstrip('/') or where, bool(re.match('https?://', where)), {}
        self.left, self.until = 1 << 27, time.monotonic() + 600
    def is_at(self, origin):
        """Is it read where it stands? Anything else is a copy, which may be behind."""
        try:
            return self.is_far and urllib.parse.urlsplit(self.where).hostname == urllib.parse.urlsplit('//' + origin).hostname
        except ValueError:
            return False
    def refuse(self, why):
        raise Unread(f'{self.where} {why}.')
    def __call__(self, name, is_needed=True):
        try:
            content = self.far(f'{self.where}/{name}', name) if self.is_far else self.near(os.path.join(self.where, name))
        except (OSError, http.client.HTTPException, ValueError, TypeError, OverflowError) as error:
            code = getattr(error, 'code', 0)
            if isinstance(error, (FileNotFoundError, NotADirectoryError)) or code in (404, 410):
                if name != 'checkpoint' and not is_needed:
                    return None
                if name != 'checkpoint':
                    raise Gone(f'The file {name} is missing{"" if self.is_far else " in this copy"}, although the signed head needs it.')
                self.is_far or os.path.isdir(self.where) or self.refuse('is no folder here, and an address begins with https://')
                self.refuse('holds no log. The address of a log ends in /COURSE/candidate/log, and stands on the page "Public log" of the portal')
            said = f'the server refuses with {code}' if code else getattr(error, 'reason', None) or getattr(error, 'strerror', None) or error
            raise Unread(f'{name} cannot be read from {self.where} ({said}). Look at the address and the network, and try again later.')
        if re.match(rb'\s*<(!doctype|html|\?xml)', content, re.I) or name == 'checkpoint' and b'\n\n\xe2\x80\x94 ' not in content:
            self.refuse(f'gives something else in place of the file {name}, such as a page for people. It is no log, or the network wants a login first')
        self.got[name] = content
        return content
    def near(self, place):
        with open(place, 'rb') as file:
            return self.all_of(file)
    def far(self, address, name):
        with opened_at(address, timeout=30) as answer:
            place, asked, now = urllib.parse.urlsplit(answer.geturl()), urllib.parse.urlsplit(address), time.time()
            if (place.hostname, place.path) != (asked.hostname, asked.path):
                if not place.path.endswith('/' + name) and name == 'checkpoint':
                    raise FileNotFoundError
                self.refuse(f'leads on to another address, {answer.geturl()[:200]}. Give that one without /{name}, if you know that it is the right one')
            content, told = self.all_of(answer), answer.headers.get('Date') if name == 'checkpoint' else None
            if int(answer.headers.get('Content-Length', -1)) > len(content) or answer.headers.get('Content-Length') is None and not answer.chunked:
                raise OSError('it was cut off on the way, or does not say how long it is')
            if answer.headers.get('Content-Encoding', 'identity') != 'identity':
                raise OSError('it was packed on the way')
            age = int(answer.headers.get('Age') or 0) if name == 'checkpoint' else 0
            if not 0 <= age <= 600:
                self.refuse('was kept on the way for too long: nobody can say how old its head is. Try again later, or on another network')
            at = email.utils.parsedate_to_datetime(told).timestamp() + age if told else now
            if abs(at - now) > 600:
                self.refuse(f'says that it is {day(at)}, and the clock of this computer says {day(now)}. Set it right, or nobody can say what was backdated')
            return content
    def all_of(self, file):
        content = bytearray()
        while len(content) <= 256 * 65537 and (part := file.read1(65536)):
            content += part
            self.left -= len(part)
            if self.left < 0 or time.monotonic() > self.until:
                self.refuse('has more than 128 MiB, or takes more than ten minutes to read')
        return bytes(content)

def file_of(level, index, width):
    digits = f'{index:0{-(-len(str(index)) // 3) * 3}d}'
    parts = [digits[i:i + 3] for i in range(0, len(digits), 3)]
    return f'tile/{level}/' + '/'.join(['x' + part for part in parts[:-1]] + parts[-1:]) + (f'.p/{width}' if width < 256 else '')

def head_of(content):
    try:
        text, lines = content.decode().rsplit('\n\n', 1)
        origin, size, root = text.split('\n')[:3]
        signatures = [line.split(' ') for line in lines.strip().split('\n')]
        signed = [(name, base64.b64decode(data, validate=True)) for _, name, data in signatures]
        if len(origin) > 1000:
            raise ValueError
        return origin, int(re.fullmatch('[1-9][0-9]{0,9}', size)[0]), base64.b64decode(root, validate=True), (text + '\n').encode(), signed
    except (ValueError, TypeError):
        raise Fault('The head of the log, the file checkpoint, was damaged or changed.')
def key_of(line, origin, kind=1):
    name, short, data = (str(line).split('+', 2) + ['', ''])[:3]
    try:
        raw = base64.b64decode(data, validate=True)
    except ValueError: raw = b''
    if name != origin or len(raw) != 33 or raw[0] != kind or hash_of((name + '\n').encode(), raw)[:4].hex() != short:
        raise Fault('A key in the log is no key of this log.')
    return raw[1:], bytes.fromhex(short)

def whole_log(read, size):
    """Every entry with its hash; each compared with the tiles."""
    entries, row, level = [], [], 0
    for index in range(-(-size // 256)):
        width = min(256, size - index * 256)
        bundle, at, name = read(file_of('entries', index, width)), 0, file_of('entries', index, width)
        for _ in range(width):
            end = at + 2 + (struct.unpack_from('>H', bundle, at)[0] if at + 2 <= len(bundle) else 1 << 30)
            if end > len(bundle):
                raise Fault(f'The file {name} is cut off.')
            entries.append(bundle[at + 2:end])
            at = end
        if at != len(bundle):
            raise Fault(f'The file {name} holds more than it should.')
    hashes = row = [hash_of(b'\0', entry) for entry in entries]
    while row:
        for index in range(-(-len(row) // 256)):
            some = row[index * 256:index * 256 + 256]
            tile = read(file_of(level, index, len(some)))
            wrong = [i for i, one in enumerate(some) if tile[i * 32:i * 32 + 32] != one]
            if wrong or len(tile) != len(some) * 32:
                raise Fault(f'Entry {index * 256 + (wrong or [0])[0]} was changed: it does not fit its hash.' if level == 0 else f'The tile {file_of(level, index, len(some))} was changed.')
        row, level = [root_of(row[i:i + 256]) for i in range(0, len(row) // 256 * 256, 256)], level + 1
    return entries, hashes

def seen_by(read, origin, leaves, hashes, now):
    """A sentence for each witness that the log lists last, in a setting of its name."""
    listed = [leaf['facts'].get('value') for leaf in leaves if leaf['kind'] in ('season', 'rule') and leaf['facts'].get('setting') == 'witnesses']
    sentences, known = [], []
    for line in listed[-1]['keys'][:8] if listed else []:
        name = line.split('+')[0]
        try:
            key, short = key_of(line, name, 4)
        except Fault: continue
        if name in known or key in known or not re.fullmatch('[A-Za-z0-9][A-Za-z0-9./:_-]{0,79}', name):
            continue  # Nobody counts twice.
        known += [name, key]
        note = read('witnessed/' + short.hex(), False)
        if note is None:
            sentences.append(f'{name} has signed nothing yet.')
            continue
        try:
            signed_origin, size, root, text, signed = head_of(note)
            own = [data[4:] for one, data in signed if one == name and data[:4] == short][0]
            at = int.from_bytes(own[:8], 'big')
            is_own = signed_origin == origin and len(own) == 72 and at < 1 << 33 and is_signed(key, b'cosignature/v1\ntime %d\n' % at + text, own[8:])
        except (Fault, IndexError):
            is_own = False
        if not is_own:
            sentences.append(f'NOT COUNTED: what is shown as the signature of {name} is not theirs, or not for this log.')
            continue
        said = f'{name} has signed {size} of {len(hashes)} entries, {time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))} UTC.'
        if size <= len(hashes) and (size < 1 or root_of(hashes[:size]) != root):
            raise Fault(f'{said} They are not those that are shown here: the log was rewritten, or is shown differently to different people.')
        is_odd = size > len(hashes) or at > now + 600 or at < instant(leaves[size - 1]['logged']) - 600
        sentences.append(f'NOT COUNTED: {said} The time or the number is not possible here; look again.' if is_odd else said)
    return sentences

def instant(text):  # Always by UTC, and the same in every Python.
    whole, part = re.fullmatch(r'([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]{1,6})?Z', text).groups()
    return datetime.datetime.fromisoformat(whole + '+00:00').timestamp() + float(part or 0)

def look(read, before, key, now):
    """Proves a log: what to remember of it, its entries with their numbers, a sentence for each witness, and the hashes."""
    for _ in range(5):
        read.got.clear()  # What an earlier turn has read is proved by nothing.
        head = read('checkpoint')
        try:
            return proved(read, head, before, key, now)
        except Gone:  # A portal that publishes meanwhile replaces files that are not full.
            if not read.is_far or read('checkpoint') == head:
                raise
    raise Unread('the log grows faster than it can be read. Try again later.')

def told_key(key):
    try:
        return key_of(key, key.split('+')[0])
    except Fault:
        raise Unread('the key that you gave was mistyped or cut off. It is one line of three parts with + between them: a name, eight signs, and 44 signs.')

def proved(read, head, before, key, now):
    origin, size, root, text, signed = head_of(head)
    if key is not None and told_key(key) and key.split('+')[0] != origin:
        raise Fault(f'This is another log than that of your key: it calls itself {origin}. Is the address right?')
    if before and before['origin'] != origin:
        raise Fault(f'This is another log than the one that you have seen, {before["origin"]}: it calls itself {origin}. If the address is right, the portal has begun anew.')
    if before and before['seenAt'] > now + 600:
        raise Unread(f'the last look is dated {day(before["seenAt"])}, and the clock of this computer says {day(now)}. Set it right. If it was wrong at the last look, begin anew under another name.')
    if not 0 < size <= 2_000_000:
        raise Fault('The head names no possible number of entries.')
    if before and size < before['size']:
        raise Fault(f'The log was shortened: it had {before["size"]} entries, and now shows {size}. Or this copy is an old one.')
    entries, hashes = whole_log(read, size)
    if root_of(hashes) != root:
        raise Fault('The entries do not lead to the head that is signed for them.')
    if before and root_of(hashes[:before['size']]) != bytes.fromhex(before['root']):
        raise Fault(f'The log was rewritten: its first {before["size"]} entries are not those that were seen before.')
    try:
        leaves = [json.loads(entry.decode(), parse_constant=int) for entry in entries]
        ''.join(leaf[name] for leaf in leaves for name in ('kind', 'subject', 'at'))  # Fails unless all of them are texts.
        if leaves[0]['kind'] != 'log' or not all(isinstance(leaf['facts'], dict) for leaf in leaves):
            raise ValueError
        keys = [key_of(leaves[0]['facts']['verifierKey'], origin)]
        for leaf in leaves:
            if leaf['kind'] == 'key' and len(keys) > 1000:
                raise Unread('this log has changed its key more than a thousand times, which would take hours to check')
            if leaf['kind'] == 'key':
                new = leaf['facts']['verifierKey']
                if not is_signed(keys[-1][0], f'new key of {origin}\n{new}\n'.encode(), base64.b64decode(leaf['facts']['signature'])):
                    raise Fault('A change of the key is not signed by the key before it.')
                keys.append(key_of(new, origin))
        logged = [instant(leaf['logged']) for leaf in leaves]
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise Fault('An entry is none of this format.')
    if key is not None and told_key(key) not in keys:
        raise Fault('The log is signed by another key than the one that you were told.')
    own = [data[4:] for name, data in signed if name == origin and data[:4] == keys[-1][1]]
    if not own or not is_signed(keys[-1][0], text, own[0]):
        raise Fault('The head is not signed by the key of this log.')
    for number in range(1, size):
        if logged[number] < logged[number - 1] and leaves[number]['kind'] != 'clock':
            raise Fault(f'Entry {number} claims to be older than the one before it.')
    for number in range(before['size'] if before else size, size):
        if logged[number] < before['seenAt'] - 600:
            raise Fault(f'Entry {number} is backdated: it claims {leaves[number]["logged"]}, but was not there at a later look.')
    if logged[-1] > now + 600:
        raise Fault(f'Entry {size - 1} claims a time that has not come: {leaves[-1]["logged"]}. The clock of this computer says {day(now)}: look if it is right.')
    try:
        sentences = seen_by(read, origin, leaves, hashes, now)
    except (KeyError, TypeError, AttributeError):
        raise Fault('The list of witnesses in the log is none of this format.')
    line = [leaf['facts']['verifierKey'] for leaf in leaves if leaf['kind'] == 'key' or leaf is leaves[0]][-1]
    # A copy shows what was there at its last entry at the latest, and nobody knows when it was brought up to date.
    seen = now if read.is_at(origin) else max(logged[-1], before['seenAt'] if before else 0)
    return {'origin': origin, 'size': size, 'root': root.hex(), 'seenAt': seen, 'key': line}, list(enumerate(leaves)), sentences, hashes

def remembered_in(file):
    try:
        with open(file, 'rb') as opened:
            state = json.loads(opened.read(10_000))
        if len(bytes.fromhex(state['root'])) == 32 and type(state['size']) is int and state['size'] > 0 and 0 < state['seenAt'] < 1e11 and state['origin'] + '':
            return state
    except (ValueError, KeyError, TypeError): pass
    raise Unread(f'{file} is not what an earlier look has written, or was cut off. Put back a copy, or begin anew under another name.')

def on_trust(read, state, key):
    """What nobody has proved: that this is the log of the portal, and not of somebody who pretends to be it."""
    host = urllib.parse.urlsplit(read.where).hostname
    if host and not state['origin'].startswith('localhost/') and not read.is_at(state['origin']):
        say(f'This log says that its place is {state["origin"].rsplit("/", 1)[0]}, and was read from {host}: a copy of it, or not the log that you mean.')
    key is not None or say(f'You gave no --key. Compare this one with the key that the cell tells you by telephone or on paper; until then an imitation looks the same: {state["key"]}')

def say_age(read, state, leaves):
    """A copy cannot show what was published since."""
    if not read.is_at(state['origin']):
        say(f'Read from a copy, whose newest entry is of {day(instant(leaves[-1][1]["logged"]))}. What the portal has published, changed or withdrawn since is not in it, and a copy cannot show if a later entry is backdated.')

def keep_apart(folder, got):
    """Keeps what was served in a folder of its own, beside the copy."""
    place = f'{folder.rstrip("/")}.served-{hash_of(*(name.encode() + content for name, content in got.items())).hex()[:8]}'
    try:
        for name, content in got.items():
            keep(os.path.join(place, name), content)
    except OSError as error:  # What was found is said all the same.
        return f'only in part, or nowhere ({error.strerror or error})'
    return place

def mirror(folder, got, state, hashes, key, now):
    """Adds what was served to a copy. Nothing that differs is overwritten: then the copy stays, and what was served is kept apart."""
    is_note, head = (lambda name: name == 'checkpoint' or name.startswith('witnessed/')), in_folder(folder, 'checkpoint')
    differ = [name for name, content in got.items() if not is_note(name) and in_folder(folder, name) not in (None, content)]
    if head is not None and not differ:
        try:
            origin, size, root = head_of(head)[:3]
            differ = [] if origin == state['origin'] and size <= len(hashes) and root_of(hashes[:size]) == root else ['checkpoint']
        except Fault:
            differ = ['checkpoint']
    if not differ:
        for name in sorted(got, key=lambda name: name == 'checkpoint'):  # The head last: a copy that was broken off is still whole.
            old = in_folder(folder, name)
            if old not in (None, got[name]):
                keep(os.path.join(folder, 'before', f'{name}-{hash_of(old).hex()[:8]}'), old)
            keep(os.path.join(folder, name), got[name])
        return None
    said = f'The copy in {folder} is not what is served now (first in {differ[0]}). It stays as it is, and what is served now is kept in {keep_apart(folder, got)}.'
    try:
        shown = look(Reader(folder), None, None, now)[0]
    except (Fault, Unread) as error:
        return f'{said} The copy does not hold by itself, so it was damaged here: {error}'
    if shown['origin'] != state['origin']:
        raise Fault(f'{said} The copy is of another log, {shown["origin"]}. If the address is right, the portal has begun anew.')
    if shown['size'] > state['size']:
        raise Fault(f'{said} The copy has {shown["size"]} entries: the log was shortened, or an old copy of it is served.')
    raise Fault(f'{said} Both are signed: the log was rewritten, or is shown differently to different people. Keep both, they are the proof.')

def main(words):
    options = {words[i]: words[i + 1] for i in range(2, len(words) - 1, 2)}
    if len(words) < 2 or len(words) % 2 or set(options) - {'--mirror', '--key'}:
        return say(*__doc__.split('\n')) or 2
    folder, key, now, read = options.get('--mirror'), options.get('--key'), time.time(), Reader(words[0])
    if os.path.exists(words[1]) and not os.path.isfile(words[1]):
        raise Unread(f'{words[1]} is no file, and a look is remembered in one.')
    before = remembered_in(words[1]) if os.path.exists(words[1]) else None
    try:
        state, leaves, sentences, hashes = look(read, before, key, now)
    except Fault as fault:
        raise Fault(f'{fault} What was served is kept in {keep_apart(folder, read.got)}.') if folder else fault
    damaged = mirror(folder, read.got, state, hashes, key, now) if folder else None
    keep(words[1], json.dumps(state).encode())
    news = leaves[before['size']:] if before else []
    said = f'{len(news)} of them new. Nothing was taken back, changed or backdated.' if before else 'remembered. The next look compares with this one.'
    say(*(f'{number:6} {leaf["at"]} {leaf["kind"]} {leaf["subject"]} {json.dumps(leaf["facts"], ensure_ascii=False)[:300]}' for number, leaf in news))
    say(f'{state["origin"]}: {state["size"]} entries, {said}', *sentences)
    say_age(read, state, leaves)
    before or on_trust(read, state, key)
    return say(f'COPY NOT ADDED TO: {damaged}') or 2 if damaged else 0

def run(main, words):
    """Ends a program with one sentence about what it cannot believe or read, after fifteen minutes at the latest."""
    sys.stdout = sys.stdout or open(os.devnull, 'w')
    sys.stdout.reconfigure(errors='backslashreplace')
    late = threading.Timer(900, lambda: (print('NOTHING WAS CHECKED: it takes more than fifteen minutes.', flush=True), os._exit(2)))
    late.daemon = True
    late.start()
    try:
        code, said = ended(main, words)
        said is None or say(said)
        sys.stdout.flush()
        return code
    except OSError:  # Nobody can read what it says.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return code or 2
    finally:
        late.cancel()

def ended(main, words):
    try:
        return main(words), None
    except Fault as fault:
        return 1, f'NOT TO BE BELIEVED: {fault}'
    except Unread as error:
        return 2, f'NOTHING WAS CHECKED: {error}'
    except OSError as error:
        return 2, f'NOTHING WAS CHECKED: {error.filename or ""}: {error.strerror or error}.'
    except (RecursionError, MemoryError):
        return 2, 'NOTHING WAS CHECKED: it is nested too deeply, or too large for this computer.'
    except KeyboardInterrupt:
        return 2, 'NOTHING WAS CHECKED: it was broken off.'

if __name__ == '__main__':
    sys.exit(run(main, sys.argv[1:]))
