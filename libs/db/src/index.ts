export {
  actorOf,
  findReplay,
  journalEntry,
  type ChangeResultWithJournalFields,
  type IdempotentChange,
  type IdempotentCall,
} from './change.ts';
export {
  claimKey,
  expireKeys,
  findKey,
  LockedIdempotencyKeyError,
  releaseKey,
  replayOf,
  settleKey,
} from './effect/idempotency.ts';
export { append, lockHead, type TransactionHandle } from './effect/journal.ts';
export { verifySlice, type JournalRangeCheckResult } from './effect/verify-slice.ts';
export { verifyJournal, type InvalidJournalRow } from './effect/verify-journal.ts';
export {
  HEADS_PAGE,
  journalHeads,
  lostHeads,
  readHead,
  type LastJournalRowHash,
} from './effect/journal-heads.ts';
export { EFFECT_MIGRATIONS } from './effect/migrations.ts';
export {
  findJournalSpan,
  listRefusals,
  readJournal,
  readJournalAfter,
  type JournalFilter,
  type JournalRow,
  type LastJournalRowAndSeqRange,
} from './effect/read-journal.ts';
export {
  findActivityFloor,
  lastJournalSeq,
  listAccountRefusals,
  readActivity,
  readHashedRows,
  readJournalTail,
  type ConsoleJournalFilter,
  type HashedJournalRow,
} from './effect/read-activity.ts';
export { countRefusals, expireRefusals, type RefusedCallCount } from './effect/refusals.ts';
export { attachOrStart, startEmbeddedPostgres } from './embedded-postgres.ts';

export { LOCK_FILE, readLock, readMigrations } from './migrate/migration-files.ts';
export { missingMigrations, type SchemaWithMigrationFolder } from './migrate/migration-record.ts';
export { splitStatements } from './migrate/split-statements.ts';
export {
  APP_ROLE,
  DATABASE_SERVICES,
  OWNER_ROLE,
  roleOf,
  type ServiceWithDbRole,
} from './roles/grants.ts';

export { rolesSql } from './roles/roles-sql.ts';
export { connectDb, type DatabaseClient } from './connect-db.ts';
export { embeddedDatabase, type ProcessKind } from './find-database.ts';
export { dbModule } from './open-db.ts';
export { sqlState, UNIQUE_VIOLATION } from './pg-errors.ts';
export type { SqlStatementRunner } from './statement-runner.ts';
export { sql, SqlStatement } from './sql.ts';

export { withTwins } from './with-twins.ts';
