import type { SecurityCase } from '../securityCase.ts';

/** What the user has made, and where it lies. */
export const userDataCases: readonly SecurityCase[] = [
  {
    id: '1-user-data-lost',
    attacker: 'accident',
    attack: 'user.db is deleted, cut short, damaged or emptied, or its process is killed',
    defence:
      'each change is in the file itself; dated, checked copies at start, daily and at close, of which one with content is never replaced by one with less; the newest sound one is restored, and a notice names its date',
    tests: [{ file: 'test/security/01-user-data.test.ts' }],
  },
  {
    id: '21-damaged-bytes',
    attacker: 'accident',
    attack: 'the disk changes a bit of user.db, a copy or a cache',
    defence:
      'each document has a checksum that is verified at start and when it is read; one that does not verify is set aside, named, and taken from the newest copy that has it as it was written; the others stay as new as they are; no copy counts as sound whose header SQLite could only read; a cached record has a checksum too: one that does not verify counts as not cached, and offline its answer says what is damaged',
    tests: [
      { file: 'test/security/21-damaged-bytes.test.ts' },
      { file: 'test/integration/main/store/damagedCache.test.ts' },
    ],
  },
  {
    id: '20-full-disk',
    attacker: 'accident',
    attack: 'a sync or another program fills the disk, or it may only be read',
    defence:
      'a sync, a check of watchlists, a result of SQL and sample data end before less than 200 MB, or 5 % of a smaller disk, is free; the app starts, reads, answers SQL and clears its cache with none free, and says which disk is full; the copy that replaces a file is written before that file is set aside; a folder that may only be read opens for reading, and says so',
    tests: [
      { file: 'test/integration/main/store/diskFull.test.ts' },
      { file: 'test/integration/main/store/readOnly.test.ts' },
    ],
  },
  {
    id: '2-wrong-byte-and-stale-mark',
    attacker: 'accident',
    attack:
      'a corrupted byte makes user.db look newer; the mark of a killed process names a program that runs',
    defence:
      'a copy is offered and the file stays; marks are locked files, which the system frees with the process',
    tests: [{ file: 'test/security/02-damaged-versions-and-marks.test.ts' }],
  },
  {
    id: '3-files-replaced-unasked',
    attacker: 'accident',
    attack: 'an export is repeated into a folder or file that the user has changed since',
    defence:
      'the app asks before it replaces what no export wrote, by its hash; a folder that is no export is never replaced',
    tests: [
      { file: 'test/security/03-replaced-files.test.ts' },
      { file: 'test/security/24-file-of-a-schedule.test.ts' },
      {
        file: 'test/e2e/charts.spec.ts',
        title: 'records behind a bar, figures in a file, and what a saved chart tells alone @nightly',
      },
    ],
  },
  {
    id: '4-open-data-folder',
    attacker: 'user',
    attack: 'reads folders of the app that were there before it, open to everybody',
    defence: 'they are made private, or the app says why it cannot',
    tests: [{ file: 'test/security/04-wide-folder.test.ts' }, { file: 'test/security/folders.spec.ts' }],
  },
  {
    id: '19-names-like-the-apps',
    attacker: 'user',
    attack: 'makes folders and links that are named like leftovers of the app, to have other files removed',
    defence:
      'nothing but a private folder is made in a shared temporary folder; what is written elsewhere stands in a list in the app’s folder, and only a plain file of the user is removed, never entered or followed',
    tests: [
      { file: 'test/security/19-shared-folders.test.ts', title: 'stays in the folder for temporary files' },
      { file: 'test/security/19-shared-folders.test.ts', title: 'stays beside an export' },
      { file: 'test/unit/main/platform/system/workFolder.test.ts' },
    ],
  },
  {
    id: '26-foreign-folders',
    attacker: 'user',
    attack:
      'hands over a data folder with compiled code and links, or has the app, started as root too, use one that they can exchange',
    defence:
      'compiled code lies in the user’s own cache folder; a folder that is a link, another user’s or below one that others can exchange is refused, with what to do',
    tests: [{ file: 'test/security/26-foreign-folders.test.ts' }],
  },
  {
    id: '27-locks',
    attacker: 'user',
    attack:
      'has the app, in another container or on another computer, take for left behind what a process is writing, or notes files of the user in a folder that it hands over',
    defence:
      'who works holds a lock; a note deletes an unfinished file of the user alone, and nothing where it was not written',
    tests: [
      { file: 'test/security/27-locks.test.ts' },
      {
        file: 'test/unit/main/platform/system/workFolder.test.ts',
        title: 'deletes nothing where it comes from elsewhere, and nothing but unfinished files',
      },
    ],
  },
  {
    id: '29-waits',
    attacker: 'accident',
    attack: 'the reader of a pipe, a server or a lock never answers, and a service manager ends the command',
    defence: 'a command ends within two seconds of the first signal, whatever it waits for',
    tests: [{ file: 'test/security/29-waits.test.ts' }],
  },
  {
    id: '30-odd-systems',
    attacker: 'accident',
    attack:
      'a key file never ends; a disk refuses file modes or locks, states no size, or its quota is used up; the current folder is gone; the system does not know the user; a cache has tables or views of another program',
    defence:
      'reading stops at a limit; the app works without file modes or a stated size, but not without locks; an error names the quota, the user or the missing folder; a cache with foreign tables is set aside, and a foreign view never stands in for one of the app',
    tests: [{ file: 'test/security/30-odd-systems.test.ts' }],
  },
  {
    id: '25-exchanged-files',
    attacker: 'user',
    attack:
      'exchanges files and folders of an export while it is written, in a folder that they can write to',
    defence:
      'rights are set on the open file, and taken over from a plain file of the user alone; what gets the name of the report is compared with what was written; no folder by day is a link or another user’s, no pipe another user’s',
    tests: [{ file: 'test/security/25-exchanged-files.test.ts' }],
  },
  {
    id: '28-killed-between-two-steps',
    attacker: 'accident',
    attack: 'a scheduled run is killed between its file, its description and its record',
    defence:
      'the hash is noted before the file gets its name, and a description names the exports before: the next run goes on with its file',
    tests: [
      {
        file: 'test/integration/main/features/schedules/killed.test.ts',
        title:
          'a run that is killed at any step goes on with its file, and what it left verifies: %s @nightly',
      },
    ],
  },
  {
    id: '19-results-left-behind',
    attacker: 'user',
    attack: 'reads results with private labels that a killed process has left',
    defence:
      'they lie in the app’s private folder and go at the next start or end; every process of the app ends within a second of main, however busy it is',
    tests: [
      {
        file: 'test/security/19-shared-folders.test.ts',
        title: 'by %s ends within a second, at full load, and leaves nothing for long',
      },
      {
        file: 'test/integration/main/features/sql/ending.test.ts',
        title: 'one that sorts more than its memory puts nothing aside on the disk',
      },
    ],
  },
  {
    id: '19-mask-of-the-process',
    attacker: 'user',
    attack: 'reads files of an app whose mask lets everybody read',
    defence: 'each file has mode 0600 and each folder 0700 whatever the mask',
    tests: [{ file: 'test/security/19-shared-folders.test.ts', title: 'the app’s files are private' }],
  },
  {
    id: 'page-names-a-mirror',
    attacker: 'page',
    attack: 'has records copied to a server, database, user or schema of its choice',
    defence:
      'each of them is confirmed outside of the page, as is the end of a mirror; the default answer is no',
    tests: [
      {
        file: 'test/security/mirror.spec.ts',
        title: 'a page has no records sent to a server of its own choice: the user is asked first',
      },
    ],
  },
  {
    id: 'page-schedules-a-file',
    attacker: 'page',
    attack: 'has a schedule write a file of its choice',
    defence:
      'the file of a schedule is chosen in the system’s dialog, any other one is refused, and what is written is confirmed outside of the page',
    tests: [
      {
        file: 'test/e2e/schedules.spec.ts',
        title: 'an export is scheduled, into a file that the user chose',
      },
    ],
  },
  {
    id: 'mirror-changed-by-hand',
    attacker: 'user',
    attack: 'changes the server of a mirror in user.db, to be sent its password',
    defence:
      'the keychain has a password under its server, database and user: another server gets none. No file has it',
    tests: [
      {
        file: 'test/integration/main/features/mirrors/mirrors.test.ts',
        title: 'keeps the password for its server alone, and in no file',
      },
    ],
  },
  {
    id: '9-policy-of-somebody-else',
    attacker: 'user',
    attack: 'writes a policy for all users with a base URL of their own',
    defence:
      'a policy applies only if root alone can have written it; on Windows it is the registry’s policy hive',
    tests: [{ file: 'test/security/09-policy-owner.test.ts' }],
  },
  {
    id: '17-clock-set-forward-and-back',
    attacker: 'accident',
    attack: 'the clock is set an hour forward and back repeatedly',
    defence: 'the request limit uses the computer’s uptime, not its clock',
    tests: [{ file: 'test/security/17-clock.test.ts' }],
  },
];
