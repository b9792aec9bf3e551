#!/bin/bash
# RPM runs this script of the old version after the new one is installed. $1: versions that remain.
[ "$1" = 0 ] || exit 0

# From here on as `after-remove.tpl` of electron-builder.
if type update-alternatives > /dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
  rm -f '/usr/bin/${executable}'
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  # In a chroot the rules would be those of the computer that makes it.
  if apparmor_status --enabled > /dev/null 2>&1; then
    if ! { [ -x '/usr/bin/ischroot' ] && /usr/bin/ischroot; } && hash apparmor_parser 2> /dev/null; then
      apparmor_parser --remove "$profile" || true
    fi
  fi
  rm -f "$profile"
fi
