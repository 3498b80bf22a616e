import {
  HEADS_PAGE,
  journalHeads,
  lostHeads,
  readHead,
  verifyJournal,
  type InvalidJournalRow,
  type DatabaseClient,
  type LastJournalRowHash,
} from '@bridge/db';
import { open, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { optional, required, CommandUsageError, type CtlCommand } from '../command.ts';
import { withTool } from '../open-tool.ts';

const REASONS = {
  gap: 'a row before it is missing',
  link: 'it does not follow the row before it',
  hash: 'it was changed',
  head: 'the end of the chain is not where it should be',
  lost: 'the saved heads name it as the end of the chain, and the chain no longer contains it',
} as const;

const WHOLE = 'The journal is whole.';
const WHOLE_SINCE =
  'The journal is whole after the rows that were verified before; --full checks those again.';

/** Opens a file for reading (`r`) or creates it (`wx`). Throws CommandUsageError. */
function openFile(path: string, flags: 'r' | 'wx'): Promise<FileHandle> {
  return open(path, flags).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const verb = flags === 'r' ? 'read' : 'made';
    throw new CommandUsageError(`${path} cannot be ${verb} (${code}).`);
  });
}

/**
 * Reads a file that `audit heads` wrote and yields its rows in pages. Each is the last row of one account's journal (a hash
 * chain). Throws CommandUsageError for a line that is no such row.
 */
async function* headsIn(file: string): AsyncGenerator<readonly LastJournalRowHash[]> {
  let page: LastJournalRowHash[] = [];
  let line = 0;
  const input = (await openFile(file, 'r')).createReadStream();
  for await (const text of createInterface({ input })) {
    line += 1;
    const head = readHead(text);
    if (head === null)
      throw new CommandUsageError(`${file}, line ${line}: not a head of a journal.`);
    page.push(head);
    if (page.length < HEADS_PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

async function lostOf(db: DatabaseClient, file: string): Promise<readonly InvalidJournalRow[]> {
  const lost: InvalidJournalRow[] = [];
  for await (const heads of headsIn(file)) lost.push(...(await lostHeads(db, heads)));
  return lost;
}

/** `ctl audit verify`: checks the hash chain of each account's journal, the log of all its changes. */
export const auditVerify: CtlCommand = {
  name: 'audit verify',
  about:
    'Checks the journal of every account after the rows that were verified before, and names the first bad row of each broken chain.',
  usage: '[--full] [--heads FILE]',
  options: { full: { type: 'boolean' }, heads: { type: 'string' } },
  help: [
    ['--full', 'checks all rows, also those that were verified before, and so finds later changes'],
    ['--heads FILE', 'file that audit heads wrote earlier: finds also rows cut off or rewritten'],
  ],
  run: (given) =>
    withTool(given.settings, [], async ({ db }) => {
      const file = optional(given, 'heads');
      const lost = file === undefined ? [] : await lostOf(db, file);
      const isFull = given.values['full'] === true;
      const found = await verifyJournal(db, isFull ? 'begin' : 'mark');
      const broken = [
        ...found,
        ...lost.filter((one) => !found.some((two) => isDeepStrictEqual(one, two))),
      ];
      const lines = broken.map(
        ({ account_id: account, seq, reason }) => `${account}, row ${seq}: ${REASONS[reason]}.`,
      );
      return {
        json: { ok: broken.length === 0, full: isFull, broken },
        text: broken.length === 0 ? (isFull ? WHOLE : WHOLE_SINCE) : lines.join('\n'),
        ok: broken.length === 0,
      };
    }),
};

/** `ctl audit heads`: writes the last row of each account's journal to a file, with which `audit verify` compares it later. */
export const auditHeads: CtlCommand = {
  name: 'audit heads',
  about:
    'Writes the last row of every chain to a file; kept on another machine, it later proves whether rows were cut off.',
  usage: '--to FILE',
  options: { to: { type: 'string' } },
  help: [['--to FILE', 'a new file, one JSON line for each account']],
  run: (given) =>
    withTool(given.settings, [], async ({ db }) => {
      const file = await openFile(required(given, 'to'), 'wx');
      try {
        let count = 0;
        for (let after: string | undefined = ''; after !== undefined;) {
          const heads = await journalHeads(db, after);
          await file.appendFile(heads.map((head) => `${JSON.stringify(head)}\n`).join(''));
          count += heads.length;
          after = heads.at(-1)?.account_id;
        }
        return { json: { ok: true, heads: count }, text: `${count} heads were written.` };
      } finally {
        await file.close();
      }
    }),
};
