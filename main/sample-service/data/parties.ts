import { countries, type Country } from './countries.ts';
import { awkwardNames, inventRoot, makeSlugs } from './names.ts';
import { makeRandom, type Random } from './random.ts';

/** A firm with a number and a name. */
export interface SampleParty {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly color: string;
  readonly website: string | null;
}

export interface SampleIssuer extends SampleParty {
  readonly legalName: string;
  readonly legalForm: string;
  readonly country: Country;
  readonly state: string | null;
  readonly cik: string | null;
  readonly lei: string | null;
}

export interface SampleProvider extends SampleParty {
  readonly service: string;
  /** What it does, as a sentence of the record says it. */
  readonly task: string;
}

/** Every kind of subject has random numbers of its own, so that one more platform changes no issuer. */
const subjects = { platform: 201, issuer: 202, manager: 203, provider: 204 } as const;

export function makePlatforms(seed: number, count: number): readonly SampleParty[] {
  const nouns = ['Protocol', 'Tokenization', 'Digital', 'Markets', 'Finance', 'Labs'];
  return parties(count, (index) => makeRandom(seed, subjects.platform, index), nouns);
}

export function makeManagers(seed: number, count: number): readonly SampleParty[] {
  const nouns = ['Asset Management', 'Capital', 'Advisors', 'Investment Partners', 'Asset Managers'];
  return parties(count, (index) => makeRandom(seed, subjects.manager, index), nouns);
}

export function makeIssuers(seed: number, count: number, odd: boolean): readonly SampleIssuer[] {
  const nouns = ['Issuance', 'Holdings', 'Securities', 'Funds', 'Trust Company'];
  const randomOf = (index: number): Random => makeRandom(seed, subjects.issuer, index);
  return parties(count, randomOf, nouns).map((party, index): SampleIssuer => {
    const random = makeRandom(seed, subjects.issuer, index, 1);
    // The sixth issuer and each fortieth after it bear the awkward names.
    const awkward =
      odd && index % 40 === 5 ? awkwardNames[Math.floor(index / 40) % awkwardNames.length] : undefined;
    const name = awkward ?? party.name;
    const country = countries[random.heavyIndex(countries.length)] ?? random.pick(countries);
    const legalForm = random.pick(['LLC', 'Trust', 'Ltd', 'SA', 'GmbH', 'LP']);
    return {
      ...party,
      name,
      legalName: `${name} ${legalForm}`,
      legalForm,
      country,
      state: country.states.length > 0 ? random.pick(country.states) : null,
      // Ten digits with leading zeros: texts that a spreadsheet would spoil.
      cik:
        country.code === 'US' && random.chance(0.6)
          ? random.integer(1, 9_999_999).toString().padStart(10, '0')
          : null,
      lei: random.chance(0.7) ? inventLei(random) : null,
    };
  });
}

export function makeProviders(seed: number, count: number): readonly SampleProvider[] {
  const services = [
    ['Custody', 'keeps holdings in custody'],
    ['Audit', 'audits the books'],
    ['Fund Services', 'keeps the books of funds'],
    ['Transfer Agency', 'keeps the register of holders'],
    ['Identity', 'checks the identity of investors'],
    ['Paying Services', 'pays income to holders'],
  ] as const;
  const nouns = services.map(([service]) => service);
  return parties(count, (index) => makeRandom(seed, subjects.provider, index), nouns).map((party) => {
    const [service, task] = services.find(([noun]) => party.name.endsWith(noun)) ?? services[0];
    return { ...party, service, task };
  });
}

function parties(
  count: number,
  randomOf: (index: number) => Random,
  nouns: readonly string[],
): readonly SampleParty[] {
  const slug = makeSlugs();
  return Array.from({ length: count }, (_, index): SampleParty => {
    const random = randomOf(index);
    const name = `${inventRoot(random)} ${random.pick(nouns)}`;
    const own = slug(name, 'sample');
    return {
      id: index + 1,
      name,
      slug: own,
      color: `#${random.integer(0x100000, 0xffffff).toString(16)}`,
      website: random.chance(0.85) ? `https://${own}.example` : null,
    };
  });
}

/** Twenty characters in the form of a legal entity identifier; the check digits do not add up, so it is nobody's. */
function inventLei(random: Random): string {
  const characters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  let text = 'SMPL00';
  while (text.length < 18) text += characters[random.bits() % characters.length] ?? '';
  return `${text}00`;
}
