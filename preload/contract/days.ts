import { z } from 'zod';

/** A UTC day in milliseconds. Rule: POSIX time counts no leap seconds, so all days are as long. */
export const dayMs = 86_400_000;

/** The last moment that a `Date` can be, in milliseconds since 1970 UTC; the first is as far before 1970. Rule: ECMA-262, 21.4.1.1. */
export const lastMoment = 8_640_000_000_000_000;

/** A moment in milliseconds since 1970 UTC. */
export const momentSchema = z.number().min(-lastMoment).max(lastMoment);
