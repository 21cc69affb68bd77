#!/bin/sh
# A command of the portal, as the user of the portal and with the settings of the service: see pravesh(8).
set -eu
settings=/etc/pravesh/pravesh.env
command=${1:-}
case "$command" in
'' | -h | --help | help)
  echo 'pravesh COMMAND …: doctor, backup, restore, migrate, staff, verify-audit, reseal, archive, closing-merits,'
  echo 'new-season, confirm-time, bring-back-erased, allot, verify-allotment. See pravesh(8) and /usr/share/doc/pravesh/operate.md'
  exit 0
  ;;
esac
if [ "$(id -u)" = 0 ]; then
  # Root must leave no file that the service cannot write.
  exec runuser -u pravesh -- "$0" "$@"
fi
# The file names of the commands are relative to where they were called.
INIT_CWD=$(pwd)
export INIT_CWD
umask 077
case "$command" in
allot | verify-allotment)
  shift
  exec /usr/lib/pravesh/bin/node "/usr/lib/pravesh/scripts/$command.mjs" "$@"
  ;;
esac
if [ ! -r "$settings" ]; then
  echo "$settings cannot be read: call this command as root, or as the user pravesh" >&2
  exit 1
fi
exec /usr/lib/pravesh/bin/node "--env-file=$settings" /usr/lib/pravesh/scripts/serve.mjs "$@"
