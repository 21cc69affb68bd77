#!/usr/bin/env python3
"""Checks a file or a letter against the public log of an admissions portal, with nothing but Python 3.8 and witness.py beside it.

    python3 check.py LOG FILE [--key KEY]                   a merit list (CSV in English), a seat matrix, a PDF of the cell, a file of a dossier
    python3 check.py LOG --letter CODE [BOOK] [--key KEY]   a letter: its PDF, or what its large QR says, or a file with that

LOG: the address of the log, https://HOST/COURSE/candidate/log, or the folder of a mirror. BOOK: a copy of letters.json, instead of
asking the portal if the letter was revoked. KEY: the key of the log, which you have by another way; without it, whoever answers at the
address is believed. Exits with 0 if the paper was published and holds, 1 if not or if the log is not to be believed, 2 if nothing was
checked. The rules are in log-format.md.
"""
import base64, hashlib, json, os, re, sys, time, urllib.parse, zlib
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    import witness
    witness.Reader, witness.Unread
except (ImportError, AttributeError):
    sys.exit(print('NOTHING WAS CHECKED: put the newest witness.py into the same folder. It stands beside check.py on the page "Public log".') or 2)

NAMED = ('The log names these files: merit lists as CSV in English, the CSV of the seat matrix, PDF documents that the cell has put up (news, information),'
         ' and input.json and result.json of a round. Letters, receipts and admissions are checked by their code, with --letter.')
# How the files begin of which the log names each one.
KINDS = [(rb'\xef\xbb\xbfMerit No\.,Application ID,Name,', 'a merit list'), (rb'(\xef\xbb\xbf)?kind,choice_code,', 'a seat matrix'),
         (rb'\s*\{\s*("candidates"|"format"\s*:\s*"pravesh-allotment/)', 'the input of a round'),
         (rb'\s*\{\s*("allotments"|"format"\s*:\s*"pravesh-allotment-result/)', 'the result of a round')]
PAPERS = {'urn:pravesh:allotment-letter': 'Letter of allotment', 'urn:pravesh:receipt': 'Receipt of a payment', 'urn:pravesh:admission-receipt': 'Receipt of an admission'}

def texts_in(value):
    left, texts = [value], set()
    while left:
        one = left.pop()
        if isinstance(one, (dict, list)):
            left += one.values() if isinstance(one, dict) else one
        elif isinstance(one, str):
            texts.add(one)
    return texts

def read(path):
    """A file of a few megabytes: a letter, or a copy of letters.json."""
    with open(path, 'rb') as file:
        content = file.read(10_000_001)
    if len(content) > 10_000_000:
        raise witness.Unread(f'{path} is larger than 10 MB: it is no letter and no copy of letters.json.')
    return content

def digest_of(path):
    if not os.path.isfile(path):
        raise witness.Unread(f'{path} is a folder or something else, and no file.' if os.path.exists(path) else f'there is no file {path}.')
    hashing = hashlib.sha256()
    if os.path.getsize(path) > 1 << 30:
        raise witness.Unread(f'{path} is larger than 1 GiB, and no file that a portal publishes is.')
    with open(path, 'rb') as file:
        begins = file.read(4096)
        hashing.update(begins)
        for piece in iter(lambda: file.read(1 << 20), b''):
            hashing.update(piece)
    return begins, hashing.hexdigest()

def outside(begins, path):
    """Why the log cannot name a file of this kind, or is not known to; None if it names each one of its kind."""
    if re.match(rb'\s*\{\s*"format"\s*:\s*"pravesh-dossier/', begins):
        return 'The log names no manifest of a round, but the input.json and the result.json that it is about. Check those.'
    if re.match(rb'\s*<', begins):
        return 'This is a web page and no file: save the file itself, by the link to it.'
    if any(re.match(kind, begins) for kind, _ in KINDS):
        return None
    if begins[:3] == b'\xef\xbb\xbf' and not begins[3:].split(b'\n')[0].isascii():
        return 'This table is not in English. If it is a merit list, the log names the English one: add ?lang=en to its address.'
    if begins[:5] == b'%PDF-':
        with open(path, 'rb') as file:
            file.seek(max(0, os.path.getsize(path) - 4_000_000))
            is_own = b'(Pravesh)' in file.read(4_000_000)
        if is_own:
            return 'The portal itself has set this PDF from its data, anew for everybody who asks. Of a merit list check the CSV, of an allotment the input.json and the result.json.'
        return 'If it is a document that the cell has put up, it is not the one that the log names: load it again and compare. Of any other PDF the log says nothing.'
    return 'It is none of the kinds of file that the log names, or it was opened and saved anew by another program. Load it again, and check it as it was sent.'

def check_file(leaves, path):
    begins, digest = digest_of(path)
    newest = {leaf['subject']: (number, leaf) for number, leaf in leaves}
    found = [(number, leaf) for number, leaf in leaves if digest in texts_in(leaf['facts'])]
    holding = [(number, leaf) for number, leaf in newest.values() if leaf['facts'].get('isWithdrawn') is not True and digest in texts_in(leaf['facts'])]
    if not found:
        why = outside(begins, path)
        if why:
            return witness.say(f'NOTHING WAS CHECKED: no entry of the log names this file, and nothing is said against it (SHA-256 {digest}). {why}', NAMED) or 2
        kind = [name for begin, name in KINDS if re.match(begin, begins)][0]
        erased = ' A list from which a name was erased by law since is another one, too: the page of the list says so.' if kind == 'a merit list' else ''
        witness.say(f'NOT PUBLISHED: this is {kind} by its form, and the log of this portal names each that was published, but not this one (SHA-256 {digest}).',
                    f'It was changed, saved anew by another program, never published, or is of another portal.{erased}')
        return 1
    number, leaf = max(holding or found, key=lambda one: one[0])
    if not holding:
        witness.say(f'Published as {leaf["subject"]}, but entry {newest[leaf["subject"]][0]} has changed or withdrawn it since: it does not hold any more.')
        return 1
    witness.say(f'Published {leaf["at"]} as {leaf["subject"]} (entry {number}), byte for byte, and unchanged since. SHA-256 {digest}')
    newer = [n for n, one in leaves if n > number and one['kind'] == leaf['kind'] in ('merit-list', 'seat-matrix', 'allotment')
             and one['facts'].get('round') == leaf['facts'].get('round')]
    if newer:
        witness.say(f'A newer {leaf["kind"]} was published later: entry {newer[-1]}.')
    return 0

def part(text):
    return base64.b64decode(text + '=' * (-len(text) % 4), b'-_', validate=True)

def keys_in(leaves):
    """Each key by its name, with the time in which it signed. One that comes back has two times."""
    keys = []
    for _, leaf in leaves:
        if leaf['kind'] == 'clock':
            # The clock was ahead when a later time was written; what a key has signed since then holds.
            for key in keys:
                key[2] = min(key[2], witness.instant(leaf['logged']))
        if leaf['kind'] in ('log', 'key'):
            at = witness.instant(leaf['logged'])
            if keys:
                keys[-1][3] = at
            raw, short = witness.key_of(leaf['facts']['verifierKey'], leaf['facts'].get('origin') or leaf['facts']['verifierKey'].split('+')[0])
            keys.append([short.hex(), raw, at, None])
    return keys

def opened(token, keys, typ, newest=None):
    """The payload of a token that one of the portal's keys has signed in its time. newest: the last time in a copy of the log."""
    try:
        head, body, end = token.split('.')
        header, payload, signature = json.loads(part(head)), json.loads(part(body)), part(end)
        at = payload['iat']
        if header['alg'] != 'EdDSA':
            raise witness.Fault('It carries no signature: anybody could have written it.')
        if header['typ'] != typ:
            raise witness.Fault('This is no letter of a portal.')
        known = [key for key in keys if key[0] == header['kid']]
        if not known and newest is not None and newest <= at <= time.time() + 600:
            raise witness.Unread('it is signed by a key that this copy of the log does not know, and says that it is newer than the copy. Check it against the log itself.')
        if not known:
            raise witness.Fault('It is signed by a key that is not in this log: by a forger, or by the key of another log.')
        if not witness.is_signed(known[0][1], f'{head}.{body}'.encode(), signature):
            raise witness.Fault('It was changed after it was signed.')
        if not any(since - 600 <= at and (until is None or at <= until + 600) for _, _, since, until in known):
            raise witness.Fault('It is signed by a key at a time at which that key was not the portal\'s.')
        return payload
    except (ValueError, KeyError, TypeError):
        raise witness.Fault('It is cut off, or no letter of a portal.')

def issuer_of(token):
    """Whose letter it says that it is, and when it was signed; not proved."""
    try:
        payload = json.loads(part(token.split('.')[1]))
        return payload['iss'], payload['iat']
    except (ValueError, KeyError, TypeError, IndexError):
        return None, None

def list_of(uri, portals, book):
    """The list of this name: portals move, and their lists with them."""
    name = uri.rpartition('/')[2]
    if book:
        return book['lists'].get(uri, book['lists'].get(f'{book["issuer"]}/letters/{name}'))
    error = None
    for where in (portals[-1] + '/letters', uri.rpartition('/')[0]):  # A mirror of the log has none.
        try:
            content = witness.Reader(where)(name, False) if where.startswith(('http://', 'https://')) else None
            if content is not None:
                return content.decode()
        except witness.Unread as reason:
            error = reason
    if error:
        raise error

class NoCode(witness.Unread): """A PDF that is no letter."""
def code_in(given):
    """The code of a letter, from what a scanner has read, a file with it, or the PDF that carries it as a file."""
    if not os.path.isfile(given):
        if '~' not in given:
            what = 'is a folder' if os.path.isdir(given) else 'is neither a file here nor the code of a letter'
            raise witness.Unread(f'{given[:100]} {what}. Give the PDF of the letter, or what its large QR says, which ends with ~ (not the small QR, and not the short code).')
        return given
    content = read(given)
    if content[:5] != b'%PDF-':
        try:
            text = content.decode()
        except ValueError:
            text = ''
        if '~' not in text:
            raise witness.Unread(f'{given} is neither a PDF nor a text with the code of a letter. A picture is read by the page check-letter of the portal.')
        return text
    for piece in content.split(b'endstream')[:-1]:
        packed = re.split(rb'stream\r?\n', piece, maxsplit=1)[-1]
        try:
            text = zlib.decompressobj().decompress(packed, 100_000)
        except zlib.error:
            continue
        if re.fullmatch(rb'eyJ[!-~]+~', text):
            return text.decode()
    raise NoCode(f'{given} is a PDF without the code of a letter. Letters of allotment, receipts of payments and of admissions carry one; other papers do not, and neither does a scan.')

def is_of(portals, issuer):
    place = lambda address: (urllib.parse.urlsplit(address).hostname, urllib.parse.urlsplit(address).path.rstrip('/'))
    return place(issuer) in map(place, portals)

def check_letter(portals, leaves, given, book, now, is_copy):
    if book:
        try:
            book = json.loads(read(book))
            portals = [*portals[:1], book['issuer'] + '']
            book['lists'].get('')
        except (ValueError, KeyError, TypeError, AttributeError):
            raise witness.Unread('the copy of letters.json is cut off, or is none.')
    token, *disclosures = re.sub(r'\s', '', code_in(given)).split('#')[-1].split('~')
    issuer, at = issuer_of(token)
    if isinstance(issuer, str) and not is_of(portals, issuer):
        raise witness.Unread(f'the letter says that it is from {issuer[:100]}, and this is the log of another portal, {portals[0].strip("/")}. Check it there.')
    if not disclosures or disclosures[-1] != '':
        raise witness.Fault('The code is cut off: scan or copy all of it.')
    keys, previous = keys_in(leaves), leaves[0][1]['facts'].get('previous')
    if previous and isinstance(at, (int, float)) and at < keys[0][2] - 600:
        raise witness.Unread(f'the letter says that it is older than this log, which began anew on {witness.day(keys[0][2])}. Check it against a copy of the log before, {previous["origin"]}, or type its short code on the page "Verification".')
    newest = witness.instant(leaves[-1][1]['logged']) if is_copy else None
    payload, facts = opened(token, keys, 'dc+sd-jwt', newest), {}
    for disclosure in disclosures[:-1]:
        digest = base64.urlsafe_b64encode(hashlib.sha256(disclosure.encode()).digest()).decode().rstrip('=')
        try:
            _, name, value = json.loads(part(disclosure))
        except (ValueError, TypeError):
            name = value = None
        if digest not in payload.get('_sd', []) or name is None or name in facts:
            raise witness.Fault('The name or the seat in it is not the one that was signed.')
        facts[name] = value
    if payload['vct'] not in PAPERS:
        raise witness.Fault('This is no letter of a portal.')
    if not is_of(portals, payload['iss'] + ''):
        raise witness.Fault('It does not say of which portal it is.')
    if not isinstance(facts.get('name'), str) or not isinstance(facts.get('about'), str):
        raise witness.Fault('It does not say whose it is, or what about.')
    if payload['iat'] > now + 600:
        raise witness.Fault(f'It is dated in the future, {witness.day(payload["iat"])}. The clock of this computer says {witness.day(now)}: look if it is right.')
    witness.say(f'{PAPERS[payload["vct"]]} of {payload["iss"]}, {witness.day(payload["iat"])}: {json.dumps(facts, ensure_ascii=False)}')
    place = payload['status']['status_list']
    try:
        return status_of(place['uri'], place['idx'], payload['iat'], portals, book, keys, now)
    except (witness.Fault, witness.Unread, ValueError, KeyError, TypeError, AttributeError, OverflowError, zlib.error) as error:
        if isinstance(error, Revoked):
            raise
        why = error if isinstance(error, (witness.Fault, witness.Unread)) else 'it is not of the format.'
        return witness.say(f'The portal has signed this letter, BUT IF IT WAS REVOKED SINCE, NOBODY CAN SAY from this list of revocations: {why}') or 2

class Revoked(witness.Fault): """The letter is genuine, and does not hold any more."""
def status_of(uri, index, issued, portals, book, keys, now):
    token = list_of(uri, portals, book)
    if token is None:
        raise witness.Unread('it is not there.')
    listed = opened(token, keys, 'statuslist+jwt')
    if listed['sub'].rpartition('/')[2] != uri.rpartition('/')[2] or not is_of(portals, listed['sub'].rpartition('/letters/')[0]):
        raise witness.Unread('it is that of other letters.')
    if not now - 86400 < listed['iat'] <= now + 600 or listed['exp'] <= now:
        raise witness.Unread(f'it is of {witness.day(listed["iat"])}, and counts for a day. The clock of this computer says {witness.day(now)}.')
    bits = zlib.decompressobj().decompress(part(listed['status_list']['lst']), 10_000_000)
    if type(index) is not int or index < 0 or index >= len(bits) * 8 or bits[index // 8] >> index % 8 & 1:
        if issued >= listed['iat']:
            raise witness.Unread(f'it is of {witness.day(listed["iat"])}, and the letter is newer. Look again in eleven minutes.')
        raise Revoked('The portal has revoked it, or never issued it: the seat was lost, cancelled, taken back or replaced, the admission has ended, or the payment was refunded.')
    witness.say(f'Genuine, and not revoked, as of {witness.day(listed["iat"])}. This list cannot show what was revoked later; the short code on the page "Verification" shows it at once.')
    return 0

def main(words):
    key = None
    if '--key' in words[:-1]:
        at = words.index('--key')
        words, key = words[:at] + words[at + 2:], words[at + 1]
    if not (len(words) == 2 and words[1][:2] != '--' or len(words) in (3, 4) and words[1] == '--letter'):
        return witness.say(*__doc__.split('\n')) or 2
    reader, now, is_letter = witness.Reader(words[0]), time.time(), words[1] == '--letter'
    if not is_letter:
        begins, _ = digest_of(words[1])
        try:
            is_letter = begins[:5] == b'%PDF-' and os.path.getsize(words[1]) < 10_000_000 and bool(code_in(words[1]))
        except NoCode:
            pass
    state, leaves, _, _ = witness.look(reader, None, key, now)
    witness.on_trust(reader, state, key)
    if not is_letter:
        code = check_file(leaves, words[1])
        return witness.say_age(reader, state, leaves) or code
    portals = ['//' + state['origin'].rsplit('/log/', 1)[0], re.sub('/log/?$', '', words[0])]
    try:
        given, book = words[2] if len(words) > 2 else words[1], words[3] if len(words) == 4 else None
        return check_letter(portals, leaves, given, book, now, not reader.is_at(state['origin']))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, zlib.error):
        raise witness.Fault('It is not of the format of a letter.')

if __name__ == '__main__':
    sys.exit(witness.run(main, sys.argv[1:]))
