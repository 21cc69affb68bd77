#!/usr/bin/env python3
"""Checks a file or a letter against the public log of an admissions portal, with nothing but Python and witness.py beside it.

    python3 check.py LOG FILE                   a merit list (CSV in English), a seat matrix, a PDF of the cell, a file of a dossier
    python3 check.py LOG --letter CODE [BOOK]   a letter: the code behind # in its QR, or the file letter.sd-jwt within its PDF

LOG: the address of the log, https://HOST/COURSE/candidate/log, or the folder of a mirror. BOOK: a copy of letters.json, instead of
asking the portal if the letter was revoked. Exits with 0 if the paper was published and holds, 1 if not or if the log is not to be
believed, 2 if it cannot be read. The rules are in log-format.md.
"""
import base64, hashlib, json, os, re, sys, time, urllib.request, zlib
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import witness

def texts_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for one in value for text in texts_in(one)]
    return [value]

def check_file(leaves, path):
    with open(path, 'rb') as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    found = [(number, leaf) for number, leaf in leaves if digest in texts_in(leaf['facts'])]
    if not found:
        print(f'NOT PUBLISHED: no entry of the log names this file ({digest}). It was changed, or it is not one that the log names.')
        return 1
    number, leaf = found[-1]
    later = [(n, one) for n, one in leaves if one['subject'] == leaf['subject'] and n > number]
    if later:
        print(f'Published {leaf["at"]} as {leaf["subject"]} (entry {number}), but entry {later[-1][0]} has changed or withdrawn it since.')
        return 1
    print(f'Published {leaf["at"]} as {leaf["subject"]} (entry {number}), byte for byte, and unchanged since.')
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
        with open(book) as file:
            return json.load(file)['lists'].get(uri)
    if not uri.startswith(('http://', 'https://')):
        return None
    with urllib.request.urlopen(uri, timeout=30) as answer:
        return answer.read(10_000_000).decode()

def check_letter(leaves, code, book, now):
    if os.path.exists(code):
        with open(code) as file:
            code = file.read()
    token, *disclosures = re.sub(r'\s', '', code).split('#')[-1].split('~')
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
    if 'name' not in facts or 'about' not in facts:
        raise witness.Fault('It does not say whose it is, or what about.')
    if payload['iat'] > now + 600:
        raise witness.Fault('It is dated in the future.')
    print(f'{payload["vct"]} of {payload["iss"]}, {time.strftime("%Y-%m-%d %H:%M", time.gmtime(payload["iat"]))} UTC: {json.dumps(facts, ensure_ascii=False)}')
    place = payload['status']['status_list']
    token = list_of(place['uri'], book)
    if token is None:
        raise witness.Unread('the list of revocations is not there: if the letter was revoked, nobody can say.')
    listed = opened(token, keys, 'statuslist+jwt')
    if listed['sub'] != place['uri']:
        raise witness.Fault('The list of revocations is that of other letters.')
    if not now - 86400 < listed['iat'] <= now + 600 or listed['exp'] <= now:
        raise witness.Unread('the list of revocations is older than a day: if the letter was revoked since, nobody can say.')
    bits = zlib.decompress(part(listed['status_list']['lst']))
    index = place['idx']
    if index >= len(bits) * 8 or bits[index // 8] >> index % 8 & 1:
        raise witness.Fault('The portal has revoked it, or never issued it: the seat was lost, cancelled, taken back or replaced, the admission has ended, or the payment was refunded.')
    print('Genuine, and not revoked.')
    return 0

def main(words):
    if len(words) != 2 and not (len(words) in (3, 4) and words[1] == '--letter'):
        sys.exit(__doc__)
    try:
        _, leaves, _ = witness.look(witness.reader(words[0], None), None, None, time.time())
        if words[1] == '--letter':
            return check_letter(leaves, words[2], words[3] if len(words) == 4 else None, time.time())
        return check_file(leaves, words[1])
    except witness.Fault as fault:
        print(f'NOT TO BE BELIEVED: {fault}')
        return 1
    except witness.Unread as error:
        print(f'Cannot be read: {error}')
        return 2
    except OSError as error:
        print(f'Cannot be read: {error}')
        return 2

if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
