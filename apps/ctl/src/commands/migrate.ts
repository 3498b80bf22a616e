import { ACCOUNT_MIGRATIONS } from '@bridge/account';
import { BUILDER_MIGRATIONS } from '@bridge/builder';
import type { SchemaWithMigrationFolder } from '@bridge/db';
import { GATEWAY_MIGRATIONS } from '@bridge/gateway';
import { WORLDS_MIGRATIONS } from '@bridge/worlds';
import type { CtlCommand } from '../command.ts';
import { withTool } from '../open-tool.ts';

/**
 * The database schemas that `ctl migrate` migrates. Schema `effect` is missing, because opening the database migrates it.
 * `worlds` is first, because the other schemas read its view of World rights.
 */
export const SCHEMAS: readonly SchemaWithMigrationFolder[] = [
  { schema: 'worlds', migrations: WORLDS_MIGRATIONS },
  { schema: 'builder', migrations: BUILDER_MIGRATIONS },
  { schema: 'gateway', migrations: GATEWAY_MIGRATIONS },
  { schema: 'account', migrations: ACCOUNT_MIGRATIONS },
];

/** `ctl migrate`: runs the migrations that are missing in the database. */
export const migrate: CtlCommand = {
  name: 'migrate',
  about: 'Brings the database up to date; services wait for it. A second run changes nothing.',
  run: ({ settings }) =>
    withTool(settings, [], async ({ db }) => {
      for (const schema of SCHEMAS) await db.ensureSchema(schema);
      const names = ['effect', ...SCHEMAS.map(({ schema }) => schema)];
      return { json: { ok: true, schemas: names }, text: `Up to date: ${names.join(', ')}.` };
    }),
};
