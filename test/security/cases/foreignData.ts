import type { SecurityCase } from '../securityCase.ts';

/** What a service, a link or a file says is data. What is done with each kind of it. */
export const foreignDataCases: readonly SecurityCase[] = [
  {
    id: 'hostile-texts',
    attacker: 'service',
    attack: 'sends markup, scripts, names of an object’s own members, texts of 10 MB and turned text',
    defence:
      'shown as text in every view; no code is made of it, no prototype changes, long texts are cut on screen',
    tests: [{ file: 'test/e2e/hostile.spec.ts' }, { file: 'test/unit/main/store/query/records.test.ts' }],
  },
  {
    id: 'hostile-addresses',
    attacker: 'service',
    attack: 'names addresses that start programs or hide where they lead',
    defence: 'https only, opened after the user has seen the target; the default answer is no',
    tests: [{ file: 'test/unit/main/electron/links.test.ts' }],
  },
  {
    id: 'hostile-icons',
    attacker: 'service',
    attack: 'names icons that are no images, have huge frames, lie in the company’s network, or execute',
    defence:
      'fetched by main without the key, recognized by their bytes, limited in size, each frame and all together, never SVG, served as images only',
    tests: [
      { file: 'test/integration/main/features/icons/icons.test.ts' },
      { file: 'test/unit/main/features/icons/iconAddress.test.ts' },
      { file: 'test/unit/main/features/icons/imageKind.test.ts' },
      { file: 'test/e2e/icons.spec.ts' },
    ],
  },
  {
    id: 'endless-answers',
    attacker: 'service',
    attack: 'sends an endless, late or malformed answer, or records of a million fields',
    defence:
      'dropped above limits of bytes and records; of a record 5,000 fields are kept, and none of more than 100,000 values or with a name of over 1,000 characters; what is left out is named; what the user makes meanwhile is stored by a thread of its own; what somebody looks at is given up after 30 seconds, whatever is tried until then; the failure says why',
    tests: [
      { file: 'test/integration/main/data-service/client.test.ts' },
      { file: 'test/integration/main/features/records/serviceFaults.test.ts' },
      { file: 'test/security/22-large-answers.test.ts' },
    ],
  },
  {
    id: 'hostile-sql',
    attacker: 'file',
    attack: 'hides in SQL what writes, reads other files or tables, never ends, or fills memory and disk',
    defence:
      'a process of its own reads the views alone, by an authorizer that no name deceives; it sorts in memory and is killed at its time and memory limits',
    tests: [
      { file: 'test/integration/main/features/sql/hostile.test.ts' },
      { file: 'test/integration/main/features/sql/ending.test.ts' },
    ],
  },
  {
    id: 'formulas-in-exports',
    attacker: 'service',
    attack: 'hides formulas and markup in cells of exported tables',
    defence: 'no spreadsheet evaluates them, no reader of Markdown renders them',
    tests: [
      { file: 'test/unit/main/features/exports/formats/csv.test.ts' },
      { file: 'test/integration/main/features/exports/formats.test.ts' },
    ],
  },
  {
    id: 'commands-for-terminals',
    attacker: 'service',
    attack: 'hides terminal commands, tags and reversed text in output and notifications',
    defence: 'control characters and tags are removed',
    tests: [
      { file: 'test/unit/main/cli/output.test.ts' },
      { file: 'test/unit/main/platform/system/notificationText.test.ts' },
    ],
  },
  {
    id: 'hostile-links-and-files',
    attacker: 'file',
    attack: 'opens a view that sends or changes something, or brings 100,000 saved views',
    defence:
      'links only name views, files are parsed on a thread; the app shows what it would send and asks first; a file has up to 1,000 views, and an import can be undone',
    tests: [
      { file: 'test/integration/main/features/savedQueries/savedQueries.test.ts' },
      {
        file: 'test/e2e/savedViews.spec.ts',
        title: 'a thousand views from a file are shown in pages, and their import can be undone @nightly',
      },
      { file: 'test/unit/preload/contract/locations/link.test.ts' },
      { file: 'test/unit/main/features/savedQueries/queryFile.test.ts' },
      {
        file: 'test/e2e/places.spec.ts',
        title: 'links to a place, to another service and connection @nightly',
      },
      {
        file: 'test/e2e/fromOutside.spec.ts',
        title: 'a file of saved views that the system opens the app for is kept once the user agrees',
      },
    ],
  },
  {
    id: '13-numbers-beyond-double-precision',
    attacker: 'service',
    attack: 'sends ids and figures beyond double precision',
    defence:
      'their digits are kept as text: shown, sorted, filtered, copied and exported exactly; what a format cannot hold is counted and reported; sums are marked as approximate',
    tests: [
      { file: 'test/security/13-exact-numbers.test.ts' },
      {
        file: 'test/unit/main/store/cache/reading/recordTotals.test.ts',
        title: 'numbers with more digits than can be computed with are said to be approximate',
      },
    ],
  },
  {
    id: '14-endless-times',
    attacker: 'service',
    attack: 'requests an endless pause, or sends times that are not dates',
    defence: 'a pause lasts a day at most; invalid times stay text',
    tests: [{ file: 'test/security/14-times-from-outside.test.ts' }],
  },
  {
    id: '15-shapes',
    attacker: 'page',
    attack:
      'hands over objects that repeat or nest without end; a service nests records 1,000 deep or names them “..”',
    defence:
      'repetitions and levels are counted before anything is walked; records beyond 200 levels are left out and named; wallets are read on a thread, in linear time',
    tests: [{ file: 'test/security/15-shapes.test.ts' }],
  },
  {
    id: '16-separators-links-and-mentions',
    attacker: 'service',
    attack: 'hides formulas behind separators of other spreadsheets, and links and mentions in Markdown',
    defence: 'an apostrophe behind every separator; addresses and mentions are code',
    tests: [{ file: 'test/security/16-text-in-tables.test.ts' }],
  },
  {
    id: '18-bytes-that-are-no-characters',
    attacker: 'service',
    attack: 'sends bytes that are not valid UTF-8',
    defence: 'they are counted and reported with records, figures and metadata, from the cache too',
    tests: [{ file: 'test/security/18-invalid-utf8.test.ts' }],
  },
];
