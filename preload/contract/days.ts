/** A UTC day in milliseconds. Rule: POSIX time counts no leap seconds, so all days are as long. */
export const dayMs = 86_400_000;
