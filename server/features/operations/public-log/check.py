#!/usr/bin/env python3
"""Checks a file or a letter against the public log of an admissions portal, with nothing but Python and witness.py beside it.

    python3 check.py LOG FILE                   a merit list (CSV in English), a seat matrix, a PDF of the cell, a file of a dossier
    python3 check.py LOG --letter CODE [BOOK]   a letter: what its large QR says, or a file with that, or its PDF

LOG: the address of the log, https://HOST/COURSE/candidate/log, or the folder of a mirror. BOOK: a copy of letters.json, instead of
asking the portal if the letter was revoked. Exits with 0 if the paper was published and holds, 1 if not or if the log is not to be
believed, 2 if it cannot be read. The rules are in log-format.md.
"""
import base64, hashlib, json, os, re, sys, time, urllib.parse, zlib
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import witness

def texts_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for one in value for text in texts_in(one)]
    return [value]

def read(path):
    """A file of a few megabytes: a letter, or a copy of letters.json."""
    with open(path, 'rb') as file:
        content = file.read(10_000_001)
    if len(content) > 10_000_000:
        raise witness.Unread(f'{path} is larger than 10 MB: it is no letter and no copy of letters.json.')
    return content

def check_file(leaves, path):
    if not os.path.isfile(path):
        raise witness.Unread(f'there is no file {path}.')
    hashing = hashlib.sha256()
    with open(path, 'rb') as file:
        begins = file.read(200)
        hashing.update(begins)
        for piece in iter(lambda: file.read(1 << 20), b''):
            hashing.update(piece)
    digest = hashing.hexdigest()
    found = [(number, leaf) for number, leaf in leaves if digest in texts_in(leaf['facts'])]
    if not found and re.match(rb'\s*\{\s*"format"\s*:\s*"pravesh-dossier/', begins):
        return witness.say('The log names no manifest of a round, but the input.json and the result.json that it is about.') or 2
    if not found and begins[:3] == b'\xef\xbb\xbf' and not begins[3:].startswith(b'Merit No.,'):
        return witness.say('This table is not in English, and the log names the English one: add ?lang=en to its address.') or 2
    if not found:
        witness.say(f'NOT PUBLISHED: no entry of the log names this file ({digest}). It was changed, or it is not one that the log names.')
        return 1
    number, leaf = found[-1]
    later = [(n, one) for n, one in leaves if one['subject'] == leaf['subject'] and n > number]
    if later:
        witness.say(f'Published {leaf["at"]} as {leaf["subject"]} (entry {number}), but entry {later[-1][0]} has changed or withdrawn it since.')
        return 1
    witness.say(f'Published {leaf["at"]} as {leaf["subject"]} (entry {number}), byte for byte, and unchanged since.')
    return 0

def part(text):
    return base64.b64decode(text + '=' * (-len(text) % 4), b'-_', validate=True)

def keys_in(leaves):
    """Each key by its name, with the time in which it signed."""
    keys = []
    for _, leaf in leaves:
        if leaf['kind'] in ('log', 'key'):
            at = witness.instant(leaf['logged'])
            if keys:
                keys[-1][3] = at
            raw, short = witness.key_of(leaf['facts']['verifierKey'], leaf['facts'].get('origin') or leaf['facts']['verifierKey'].split('+')[0])
            keys.append([short.hex(), raw, at, None])
    return keys

def opened(token, keys, typ):
    """The payload of a token that one of the portal's keys has signed in its time."""
    try:
        head, body, end = token.split('.')
        header, payload, signature = json.loads(part(head)), json.loads(part(body)), part(end)
        at = payload['iat']
        if header['alg'] != 'EdDSA':
            raise witness.Fault('It carries no signature: anybody could have written it.')
        if header['typ'] != typ:
            raise witness.Fault('This is no letter of a portal.')
        known = [key for key in keys if key[0] == header['kid']]
        if not known:
            raise witness.Fault('It is signed by a key that is not in this log: another portal or a forger.')
        if not witness.is_signed(known[0][1], f'{head}.{body}'.encode(), signature):
            raise witness.Fault('It was changed after it was signed.')
        if at < known[0][2] - 600 or known[0][3] is not None and at > known[0][3] + 600:
            raise witness.Fault('It is signed by a key at a time at which that key was not the portal\'s.')
        return payload
    except (ValueError, KeyError, TypeError):
        raise witness.Fault('It is cut off, or no letter of a portal.')

def list_of(uri, book):
    if book:
        return book['lists'].get(uri)
    where, _, name = uri.rpartition('/')
    content = witness.reader(where, None)(name, False) if where.startswith(('http://', 'https://')) else None
    return content and content.decode()

def code_in(given):
    """The code of a letter, from what a scanner has read, a file with it, or the PDF that carries it as a file."""
    if not os.path.isfile(given):
        return given
    content = read(given)
    if content[:5] != b'%PDF-':
        return content.decode()
    for packed in re.findall(rb'stream\r?\n(.*?)\r?\nendstream', content, re.S):
        try:
            text = zlib.decompressobj().decompress(packed, 100_000)
        except zlib.error:
            continue
        if re.fullmatch(rb'eyJ[!-~]+~', text):
            return text.decode()
    raise witness.Unread(f'{given} is a PDF without the code of a letter.')

def is_of(portals, issuer):
    place = lambda address: (urllib.parse.urlsplit(address).hostname, urllib.parse.urlsplit(address).path.rstrip('/'))
    return place(issuer) in map(place, portals)

def check_letter(portals, leaves, given, book, now):
    if book:
        book = json.loads(read(book))
        portals = [book['issuer']]
    token, *disclosures = re.sub(r'\s', '', code_in(given)).split('#')[-1].split('~')
    if not disclosures or disclosures[-1] != '':
        raise witness.Fault('The code is cut off: scan or copy all of it.')
    keys = keys_in(leaves)
    payload, facts = opened(token, keys, 'dc+sd-jwt'), {}
    for disclosure in disclosures[:-1]:
        digest = base64.urlsafe_b64encode(hashlib.sha256(disclosure.encode()).digest()).decode().rstrip('=')
        try:
            _, name, value = json.loads(part(disclosure))
        except (ValueError, TypeError):
            name = value = None
        if digest not in payload.get('_sd', []) or name is None or name in facts:
            raise witness.Fault('The name or the seat in it is not the one that was signed.')
        facts[name] = value
    if payload['vct'] not in ('urn:pravesh:allotment-letter', 'urn:pravesh:receipt', 'urn:pravesh:admission-receipt'):
        raise witness.Fault('This is no letter of a portal.')
    if not is_of(portals, payload['iss']):
        raise witness.Fault(f'It says that it is from another portal: {payload["iss"][:100]}. Check it there.')
    if not isinstance(facts.get('name'), str) or not isinstance(facts.get('about'), str):
        raise witness.Fault('It does not say whose it is, or what about.')
    if payload['iat'] > now + 600:
        raise witness.Fault('It is dated in the future.')
    witness.say(f'{payload["vct"]} of {payload["iss"]}, {time.strftime("%Y-%m-%d %H:%M", time.gmtime(payload["iat"]))} UTC: {json.dumps(facts, ensure_ascii=False)}')
    place = payload['status']['status_list']
    token = list_of(place['uri'], book)
    if token is None:
        raise witness.Unread('the list of revocations is not there: if the letter was revoked, nobody can say.')
    listed = opened(token, keys, 'statuslist+jwt')
    if listed['sub'] != place['uri']:
        raise witness.Fault('The list of revocations is that of other letters.')
    if not now - 86400 < listed['iat'] <= now + 600 or listed['exp'] <= now:
        raise witness.Unread('the list of revocations is older than a day: if the letter was revoked since, nobody can say.')
    bits = zlib.decompressobj().decompress(part(listed['status_list']['lst']), 10_000_000)
    index = place['idx']
    if type(index) is not int or index < 0 or index >= len(bits) * 8 or bits[index // 8] >> index % 8 & 1:
        raise witness.Fault('The portal has revoked it, or never issued it: the seat was lost, cancelled, taken back or replaced, the admission has ended, or the payment was refunded.')
    witness.say('Genuine, and not revoked.')
    return 0

def main(words):
    if len(words) != 2 and not (len(words) in (3, 4) and words[1] == '--letter'):
        sys.exit(__doc__)
    where, now = words[0], time.time()
    state, leaves, _ = witness.look(witness.reader(where, None), None, None, now)
    if words[1] != '--letter':
        return check_file(leaves, words[1])
    portals = ['//' + state['origin'].rsplit('/log/', 1)[0], re.sub('/log/?$', '', where)]
    try:
        return check_letter(portals, leaves, words[2], words[3] if len(words) == 4 else None, now)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, zlib.error):
        raise witness.Fault('It, or the list of revocations, is not of the format.')

if __name__ == '__main__':
    sys.exit(witness.run(main, sys.argv[1:]))
