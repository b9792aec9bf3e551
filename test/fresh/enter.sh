#!/bin/sh
# Runs a command in a folder that holds a whole Debian, with mounts, processes and a host name of its own. Whatever the command
# starts ends with it, and nothing stays mounted. Only root can do this.
#
# usage: enter.sh FOLDER COMMAND [ARGUMENT …]
set -eu

if [ "$1" != --inside ]; then
  exec unshare --mount --pid --ipc --uts --fork --kill-child -- "$0" --inside "$@"
fi
root=$2
shift 2

mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount -t tmpfs -o mode=755 dev "$root/dev"
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do
  ln -s "/proc/self/fd/${stream%:*}" "$root/dev/${stream#*:}"
done
hostname fresh

# The outer file system goes: a chroot would leave a way out, and refuses the name spaces that Chromium's sandbox needs.
cd "$root"
mkdir -p .outside
pivot_root . .outside
umount -l /.outside
rmdir /.outside
cd /
exec "$@"
