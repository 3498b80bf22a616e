/** What two checks of names do not cover yet. Entries are only removed; both lists end empty and go with this file. */

/**
 * Files in which house/retired-words is off.
 * @type {readonly string[]}
 */
export const RETIRED_WORDS = [
  'e2e/src/browser/invitation.test.ts',
  'e2e/src/browser/owner.test.ts',
  'e2e/src/call.ts',
  'e2e/src/fuzz/surfaces.fuzz.test.ts',
  'e2e/src/gauntlet/audit.test.ts',
  'e2e/src/gauntlet/database-ends.test.ts',
  'e2e/src/gauntlet/publish-restart.test.ts',
  'e2e/src/gauntlet/publish.test.ts',
  'e2e/src/gauntlet/raw.ts',
  'e2e/src/gauntlet/sockets.test.ts',
  'e2e/src/gauntlet/standing.ts',
  'e2e/src/mcp/conformance.test.ts',
  'e2e/src/mcp/official-clients.test.ts',
  'e2e/src/mcp/post.ts',
  'e2e/src/mcp/protocol.test.ts',
  'e2e/src/scenarios/terminal.test.ts',
  'e2e/src/split/hardship.test.ts',
  'e2e/src/split/race-right.ts',
  'e2e/src/split/search-engine.test.ts',
  'e2e/src/split/split.test.ts',
  'e2e/src/torture/agent.ts',
  'e2e/src/torture/all-in-one.ts',
  'e2e/src/torture/check-orphans.ts',
  'e2e/src/torture/check-revisions.test.ts',
  'e2e/src/torture/check-revisions.ts',
  'e2e/src/torture/checks.ts',
  'e2e/src/torture/faults.ts',
  'e2e/src/torture/history.ts',
  'e2e/src/torture/load.ts',
  'e2e/src/torture/perform.ts',
  'e2e/src/torture/send.ts',
  'e2e/src/visit.ts',
];

/**
 * Names that two files of a library declare at their top level.
 * @type {readonly string[]}
 */
export const SHARED_NAMES = [];
