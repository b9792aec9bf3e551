#!/bin/bash
# RPM runs the script of the version that goes after those of the version that comes: $1 is the number of versions that stay.
[ "$1" = 0 ] || exit 0

if type update-alternatives > /dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
  rm -f '/usr/bin/${executable}'
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  apparmor_parser --remove "$profile" || true
  rm -f "$profile"
fi
