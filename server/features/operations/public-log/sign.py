#!/usr/bin/env python3
"""Signs the public log of an admissions portal as a witness, with nothing but Python 3.8 and witness.py beside it.

    python3 sign.py https://HOST/COURSE/candidate/log STATE.json MY.key [--name NAME] [--key KEY]

It looks at the log as witness.py does, with the same STATE.json. Only if nothing was taken back, changed or backdated, it signs the
head that it has proved, and sends it to the portal. With --name NAME it makes MY.key at the first time: NAME is the one by which people
know you, such as the host of your pages. It prints one line, the public part of your key: send that line to the cell, and print it
where your readers find it. Never give MY.key to anybody. --key: the key of the log, which you have by another way.
Exits like witness.py; with 3 if the log is in order, and the portal has not taken the signature.
"""
import base64, hashlib, http.client, json, os, re, sys, time, urllib.error, urllib.request
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    import witness
    from witness import BASE, L, P, Reader, Unread, say, times
except ImportError:
    sys.exit(print('NOTHING WAS CHECKED: put the newest witness.py into the same folder. It stands beside sign.py on the page "Public log".') or 2)

# Ed25519, RFC 8032, sections 5.1.5 and 5.1.6: keys and signatures. It hides nothing from who can measure this computer's time.
def written(point):
    """The 32 bytes of a point."""
    inverse = pow(point[2], P - 2, P)
    return (point[1] * inverse % P | (point[0] * inverse % P & 1) << 255).to_bytes(32, 'little')

def halves(seed):
    digest = hashlib.sha512(seed).digest()
    return int.from_bytes(digest[:32], 'little') & (1 << 254) - 8 | 1 << 254, digest[32:]

def public_of(seed):
    return written(times(halves(seed)[0], BASE))

def signature_of(seed, text):
    number = lambda *parts: int.from_bytes(hashlib.sha512(b''.join(parts)).digest(), 'little') % L
    (secret, prefix), public = halves(seed), public_of(seed)
    once = number(prefix, text)
    begins = written(times(once, BASE))
    return begins + ((once + number(begins, public, text) * secret) % L).to_bytes(32, 'little')

def line_of(name, data):
    """A name, its short code and 33 bytes in one line; and the bytes of the code."""
    public = data[:1] + public_of(data[1:])
    short = witness.hash_of((name + '\n').encode(), public)[:4]
    return f'{name}+{short.hex()}+{base64.b64encode(public).decode()}', short

def key_in(file, name):
    """The name and the 32 secret bytes in a file, as `npm run witness` keeps them; made if there is no file."""
    if not os.path.exists(file):
        if not re.fullmatch('[A-Za-z0-9][A-Za-z0-9./:_-]{0,79}', name or ''):
            raise Unread(f'there is no file {file}. To make your key, add --name and a name of letters, digits and . / : _ - (80 at most).')
        data = b'\4' + os.urandom(32)
        line, short = line_of(name, data)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), 'w') as made:
            made.write(f'PRIVATE+KEY+{name}+{short.hex()}+{base64.b64encode(data).decode()}\n')
        say(f'Your key is new, in {file}. Keep it to yourself, and a copy of it in a safe place. Send this line to the cell, and print it for your readers:', line)
        return name, data[1:]
    with open(file, 'rb') as opened:
        found = re.fullmatch(rb'PRIVATE\+KEY\+([A-Za-z0-9][A-Za-z0-9./:_-]{0,79})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})', opened.read(1000).strip())
    try:
        own, data = found[1].decode(), base64.b64decode(found[3], validate=True)
    except (TypeError, ValueError):
        own, data = '', b''
    if len(data) != 33 or data[0] != 4 or line_of(own, data)[1].hex() != found[2].decode():
        raise Unread(f'{file} holds no key of a witness, or was cut off.')
    if name and name != own:
        raise Unread(f'the key in {file} has another name: {own}. Leave --name out, or give another file.')
    return own, data[1:]

def note_of(name, seed, text, now):
    """A head with the signature of a witness below, as in `tlog-cosignature`."""
    second = int(now)
    own = line_of(name, b'\4' + seed)[1] + second.to_bytes(8, 'big') + signature_of(seed, b'cosignature/v1\ntime %d\n' % second + text.encode())
    return f'{text}\n\u2014 {name} {base64.b64encode(own).decode()}\n'

def sent(where, note):
    """Sends a signed head: nothing if it was taken, else the code and the words of the refusal."""
    asked = urllib.request.Request(re.sub('/log/?$', '', where) + '/api/log/cosignatures', json.dumps({'note': note}).encode(), {'content-type': 'application/json'})
    try:
        with witness.opened_at(asked, timeout=30) as answer:
            said = json.loads(answer.read(10_000))
            if answer.geturl() != asked.full_url or type(said['data']['size']) is not int:
                return '', 'something else has answered in its place, such as a page for people'
            return None
    except urllib.error.HTTPError as error:
        try:
            said = json.loads(error.read(10_000))
            return str(said['code']), str(said['message'])[:500]
        except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
            return '', f'the server refuses with {error.code}'
    except (ValueError, KeyError, TypeError):
        return '', 'something else has answered in its place, such as a page for people'
    except (OSError, http.client.HTTPException) as error:
        return '', f'it cannot be reached ({getattr(error, "reason", error)})'

def main(words):
    options = {words[i]: words[i + 1] for i in range(3, len(words) - 1, 2)}
    if len(words) < 3 or len(words) % 2 == 0 or set(options) - {'--name', '--key'}:
        return say(*__doc__.split('\n')) or 2
    if not Reader(words[0]).is_far:
        raise Unread('a copy takes no signatures: give the address of the log of the portal, which begins with https://')
    name, seed = key_in(words[2], options.get('--name'))
    for _ in range(3):
        code = witness.main([*words[:2], *(['--key', options['--key']] if '--key' in options else [])])
        if code:
            return code
        # What was proved is remembered before it is signed: a witness never signs two histories.
        proved = witness.remembered_in(words[1])
        text = f'{proved["origin"]}\n{proved["size"]}\n{base64.b64encode(bytes.fromhex(proved["root"])).decode()}\n'
        refusal = sent(words[0], note_of(name, seed, text, time.time()))
        if not refusal:
            return say(f'Signed as {name}: {proved["size"]} entries. The portal has taken the signature.') or 0
        if refusal[0] != 'not-the-head':
            break
    return say(f'The log is in order, but the portal has not taken the signature: {refusal[1]}', f'Your line, which the cell has to list: {line_of(name, chr(4).encode() + seed)[0]}') or 3

if __name__ == '__main__':
    sys.exit(witness.run(main, sys.argv[1:]))
