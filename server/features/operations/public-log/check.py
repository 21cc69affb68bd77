#!/usr/bin/env python3
"""Checks a file against the public log of an admissions portal, with nothing but Python and witness.py beside it.

    python3 check.py LOG FILE       a merit list (CSV in English), a seat matrix, a PDF of the cell, a file of a dossier

LOG: the address of the log, https://HOST/COURSE/candidate/log, or the folder of a mirror. Exits with 0 if the file was
published and holds, 1 if not or if the log is not to be believed, 2 if it cannot be read. The rules are in log-format.md.
"""
import hashlib, os, sys, time
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

def main(words):
    if len(words) != 2:
        sys.exit(__doc__)
    try:
        _, leaves = witness.look(witness.reader(words[0], None), None, None, time.time())
    except witness.Fault as fault:
        print(f'NOT TO BE BELIEVED: {fault}')
        return 1
    except witness.Unread as error:
        print(f'Cannot be read: {error}')
        return 2
    return check_file(leaves, words[1])

if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
