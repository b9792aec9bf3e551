import type { z } from 'zod';
import {
  isThisComputer,
  mirrorAddressSchema,
  mirrorContentSchema,
  type Mirror,
  type CopiedTo,
  type MirrorAddress,
  type MirrorContent,
} from '../../../preload/contract/mirrors.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { braces } from '../../../preload/contract/movingDates.ts';
import { serviceFilter, type Query } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import type { RecordsOfQuery } from '../../shell/dialogs.svelte.ts';

export class MirrorDraft {
  readonly subject: RecordsOfQuery;
  readonly #given: Mirror | null;
  /** False to mirror all records, even if the view is filtered. */
  filtered = $state(true);
  host = $state('');
  port = $state('5432');
  database = $state('');
  user = $state('');
  schema = $state('rwa');
  /** True to encrypt also a connection to this computer. */
  #verified = false;
  /** Empty for the stored one, if any. */
  password = $state('');
  checks = $state(true);
  everyMinutes = $state(15);
  days = $state(7);
  #name = $state<string | null>(null);

  /** @param given the mirror to edit; null for a new one */
  constructor(subject: RecordsOfQuery, given: Mirror | null) {
    this.subject = subject;
    this.#given = given;
    if (given === null) return;
    this.#name = given.name;
    this.days = given.days;
    this.checks = given.everyMinutes !== null;
    this.everyMinutes = given.everyMinutes ?? this.everyMinutes;
    this.take(given.address);
  }

  take(address: MirrorAddress): void {
    ({ host: this.host, database: this.database, user: this.user, schema: this.schema } = address);
    this.port = address.port.toString();
    this.#verified = address.tls === 'verify';
  }

  get name(): string {
    return this.#name ?? `${resources[this.subject.resource].label} in PostgreSQL`;
  }

  set name(name: string) {
    this.#name = name;
  }

  readonly query = $derived.by((): Query => (this.filtered ? this.subject.query : {}));

  /** Sentences on conditions that a mirror cannot follow. */
  readonly notes = $derived.by((): string[] => {
    const { filter } = this.query;
    if (this.#given !== null || filter === undefined) return [];
    const text = canonicalJson(filter);
    return [
      ...(text.search(braces) === -1
        ? []
        : ['Dates such as “30 days ago” become the days that they mean today.']),
      ...(canonicalJson(serviceFilter(filter) ?? null) === text
        ? []
        : ['Conditions on computed columns are left out: the service does not know them.']),
    ];
  });

  readonly address = $derived.by((): MirrorAddress | { readonly problem: string } => {
    const host = this.host.trim();
    const parsed = mirrorAddressSchema.safeParse({
      host,
      port: Number(this.port),
      database: this.database.trim(),
      user: this.user.trim(),
      schema: this.schema.trim(),
      tls: isThisComputer(host) && !this.#verified ? 'off' : 'verify',
    });
    return parsed.success ? parsed.data : { problem: problemOf(parsed.error) };
  });

  readonly secret = $derived(this.password === '' ? undefined : this.password);

  readonly copied = $derived.by((): Omit<CopiedTo, 'address'> => {
    const { connectionId, resource } = this.subject;
    const filter = this.#given?.filter ?? this.query.filter;
    return { connectionId, resource, ...(filter === undefined ? {} : { filter }) };
  });

  readonly content = $derived.by((): MirrorContent | { readonly problem: string } => {
    if ('problem' in this.address) return this.address;
    const parsed = mirrorContentSchema.safeParse({
      name: this.name,
      ...this.copied,
      address: this.address,
      days: this.days,
      everyMinutes: this.checks ? this.everyMinutes : null,
    });
    return parsed.success ? parsed.data : { problem: problemOf(parsed.error) };
  });
}

function problemOf(error: z.ZodError): string {
  return problems[String(error.issues[0]?.path[0])] ?? 'Check the address of the target.';
}

const problems: Readonly<Record<string, string>> = {
  host: 'Enter the host of the PostgreSQL server.',
  port: 'The port must be a whole number from 1 to 65535.',
  database: 'Enter the name of the database.',
  user: 'Enter the user of the database.',
  schema: 'The schema must be a name of lower-case letters, digits and underscores.',
  name: 'Enter a name of up to 200 characters.',
  everyMinutes: 'The minutes between checks must be a whole number from 1 to 10,080.',
  days: 'The days to compare must be a whole number from 1 to 3,650.',
};
