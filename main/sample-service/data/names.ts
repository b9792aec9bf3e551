import type { Random } from './random.ts';

/**
 * Invented names. Roots are put together from syllables, so that none is the name of a real company but by accident; every
 * record says in its description that it is sample data.
 */

const openings =
  'Bal Bre Cal Cor Dal Dro Elm Fen Gal Hes Ilv Jor Kes Lun Mar Nev Orv Pel Quil Ras Sel Tam Ulv Ves Wol Yar Zel'.split(
    ' ',
  );
const middles = 'an ar ba da el en im ka lo mi na or ra sil ta un va yn'.split(' ');
const endings =
  'bourne combe croft dale fell gate holm low march mere moor ness stead thwaite vane wick'.split(' ');

/** An invented proper name, for example `Veskalmoor`. */
export function inventRoot(random: Random): string {
  return random.pick(openings) + random.pick(middles) + random.pick(endings);
}

/** Lower case words joined by hyphens, ASCII only; `fallback` where nothing is left. */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return /[a-z]/.test(slug) ? slug : fallback;
}

/** Slugs as the service has them, each given once: a second one gets a number. */
export function makeSlugs(): (name: string, fallback: string) => string {
  const given = new Set<string>();
  return (name, fallback) => {
    const wanted = slugOf(name, fallback);
    let slug = wanted;
    for (let number = 2; given.has(slug); number += 1) slug = `${wanted}-${number.toString()}`;
    given.add(slug);
    return slug;
  };
}

/** A ticker of three or four letters and a number where it needs one. */
export function tickerOf(name: string, random: Random): string {
  const letters = name.toUpperCase().replace(/[^A-Z]/g, '');
  const consonants = letters.replace(/[AEIOU]/g, '');
  return `${(consonants + 'SMPL').slice(0, random.integer(3, 4))}${random.chance(0.3) ? random.integer(1, 99).toString() : ''}`;
}

/**
 * Names that real data holds and careless programs break on. The first assets and issuers of some size bear them in turn.
 */
export const awkwardNames: readonly string[] = [
  'Veskal, Marwick & Partners, Sample Fund',
  'The "Quoted" Sample Fund',
  "O'Sample's Income Fund",
  'Two-line\nSample Fund',
  'Windows-line\r\nSample Fund',
  'Tab\tSample Fund',
  '=SUM(A1:A9) Sample Fund',
  '+1 Sample Fund',
  '-5 Sample Fund',
  '@sample Fund',
  'صندوق العينة التجريبي',
  'קרן לדוגמה בלבד',
  '样本基金（虚构）',
  'サンプル債券ファンド',
  '표본 채권 펀드',
  'Δείγμα Ταμείο',
  '🏦 Sample Fund 👩‍👩‍👧',
  'Zoë Çağlar Sample Fund',
  'Zoe\u0308 decomposed Sample Fund',
  '100% Sample_Fund',
  'Back\\slash Sample Fund',
  '<b>Sample</b> & Fund',
  '  Sample Fund with spaces  ',
  'null',
  '0',
  `Sample Fund with a very long name ${'of many words '.repeat(18)}indeed`,
];

/** The sentence that marks a record as synthetic. */
export const sampleMark = 'Sample data: invented, not a real product.';
