import { verifyJournal } from '@bridge/db';
import type { Command } from '../command.ts';
import { withTool } from '../open-tool.ts';

const REASONS = {
  gap: 'a row before it is missing',
  link: 'it does not follow the row before it',
  hash: 'it was changed',
  head: 'the end of the chain is not where it should be',
} as const;

/** Checks the hash chains of the journal. */
export const auditVerify: Command = {
  name: 'audit verify',
  about: 'Checks the journal of every account and names the first bad row of each broken chain.',
  usage: '',
  options: {},
  help: [],
  run: ({ settings }) =>
    withTool(settings, [], async ({ db }) => {
      const broken = await verifyJournal(db);
      const lines = broken.map(
        ({ account_id: account, seq, reason }) => `${account}, row ${seq}: ${REASONS[reason]}.`,
      );
      return {
        json: { ok: broken.length === 0, broken },
        text: broken.length === 0 ? 'The journal is whole.' : lines.join('\n'),
        ok: broken.length === 0,
      };
    }),
};
