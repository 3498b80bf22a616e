import { from, room } from './requirement.ts';

const GAUNTLET = 'e2e/src/gauntlet';
const GATEWAY = 'libs/gateway/src';
const HARD = 'e2e/src/split/hardship.test.ts';

/** What hostile input, overload and missing parts may do, and the test that proves each at the place where it happens. */
export const SAFETY = {
  ...from('safety 6', {
    'hostile.json-bomb': room(
      'JSON deeper than 32 levels or of more than 10,000 tokens is refused before it is parsed.',
      [`${GAUNTLET}/bodies.test.ts`, 'are refused before they are parsed'],
      [`${GATEWAY}/read/parse-json.fuzz.test.ts`, 'byte for byte as JSON.parse does'],
    ),
    'hostile.others': room('Others are answered while one sends bombs and walls of text.', [
      `${GAUNTLET}/bodies.test.ts`,
      'others are answered while two keys keep sending',
    ]),
    'hostile.size': room(
      'A page may have 5,242,880 characters in any spelling and not one more; a body over its limit is refused by its length.',
      [`${GAUNTLET}/sizes.test.ts`, 'is stored exactly, and one more is refused'],
      [`${GAUNTLET}/sizes.test.ts`, 'is refused by its length, before a byte of it is read'],
    ),
    'hostile.patch-search': room(
      'A patch is linear in the worst case, off the event loop, literal, all or nothing.',
      [`${GAUNTLET}/patching.test.ts`, 'other agents are served meanwhile'],
      ['libs/builder/src/patch/find-text.fuzz.test.ts', 'exactly those that a naive search finds'],
      ['libs/builder/src/patch/real-pages.test.ts', 'gives the bytes that another program gave'],
      ['libs/builder/src/worker/text-pool.test.ts', 'ends a computation that takes too long'],
    ),
    'hostile.strict-json': room(
      'Repeated names, unknown properties, wrong types and a byte order mark are refused, never bent into shape.',
      [`${GAUNTLET}/bodies.test.ts`, 'never bent into shape'],
      [`${GAUNTLET}/bodies.test.ts`, 'in place of the input have no effect'],
    ),
    'hostile.unicode': room(
      'Ill-formed text is refused, and everything well-formed comes back as it was sent.',
      [`${GAUNTLET}/bodies.test.ts`, 'are refused, never repaired'],
      [`${GAUNTLET}/patching.test.ts`, 'pass through a patch untouched'],
    ),
    'hostile.pollution': room(
      '__proto__ is no member name, and constructor is a World like any other.',
      [`${GAUNTLET}/words.test.ts`, 'are words like any other'],
      [`${GAUNTLET}/bodies.test.ts`, 'repeated names, __proto__'],
    ),
    'hostile.content-type': room('Only application/json in UTF-8, not encoded, is taken.', [
      `${GAUNTLET}/bodies.test.ts`,
      'is 415',
    ]),
    'hostile.credentials': room('A key comes once and in one form.', [
      `${GAUNTLET}/keys.test.ts`,
      'in one form, or the request is refused',
    ]),
    'hostile.smuggling': room(
      'What two servers could read in two ways is 400, and the connection is closed.',
      [`${GAUNTLET}/sockets.test.ts`, '400, and the connection is closed'],
    ),
    'hostile.slow': room(
      'Slow clients are closed, others are served meanwhile, and sockets are bounded.',
      [`${GAUNTLET}/sockets.test.ts`, 'are all closed by us, and others are served meanwhile'],
      [`${GATEWAY}/admission.test.ts`, 'a socket too many from one address'],
    ),
    'hostile.resets': room(
      'Whatever a request acquired is given back on every way out, also when its connection is reset while its key is looked up.',
      [`${GATEWAY}/resets.test.ts`, 'has all its calls again'],
      [`${GATEWAY}/aborts.fuzz.test.ts`, 'wherever the client goes away, everything is given back'],
      ['libs/sites/src/doors/aborts.fuzz.test.ts', 'everything is given back'],
      ['libs/bus/src/serve.fuzz.test.ts', 'every slot is given back'],
      [`${GAUNTLET}/resets.test.ts`, 'that are reset just after their headers hold nothing'],
    ),
    'hostile.crowd': room(
      'A client is counted by its IPv4 address or IPv6 /64, behind a proxy by its requests: it keeps nobody else out, on either origin.',
      [
        `${GATEWAY}/client-bound.test.ts`,
        '54 slow uploads of three keys of one client keep nobody else out',
      ],
      [`${GATEWAY}/client-bound.test.ts`, 'guesses from many addresses of one IPv6 /64'],
      ['libs/sites/src/client-bound.test.ts', 'one address has fifty connections, idle or not'],
      ['libs/sites/src/client-bound.test.ts', 'fifty answers that it does not read'],
    ),
    'hostile.forged-target': room(
      'Two Host headers, or a target of another host, are 400 and the end of the connection; nothing behind them runs.',
      [`${GATEWAY}/forged-target.test.ts`, 'nothing behind it runs'],
      [`${GATEWAY}/forged-target.test.ts`, 'is answered first'],
    ),
    'hostile.clear-refusals': room(
      'A payload that is no object, a key without Bearer and a wrong password are told as what they are.',
      [`${GATEWAY}/refusals.test.ts`, 'an absent one is an empty input'],
      [`${GATEWAY}/refusals.test.ts`, 'that Bearer is missing'],
      [`${GATEWAY}/refusals.test.ts`, 'without a hint at action schemas'],
    ),
    'hostile.half-closed': room('A client that has closed its sending half reads its answer.', [
      `${GAUNTLET}/sockets.test.ts`,
      'still reads its whole answer',
    ]),
    'hostile.proxy-trust': room(
      'No header of a client moves a link, nor the address that it is counted by beyond the configured proxies.',
      [`${GAUNTLET}/origins.test.ts`, 'no header of a client moves a link'],
      [`${GATEWAY}/http/proxy-hops.test.ts`, 'whatever the client writes'],
      [`${GATEWAY}/http/proxy-hops.test.ts`, 'the last configured proxy saw'],
    ),
    'hostile.rebinding': room(
      'A Host or Origin that is not ours is refused everywhere.',
      [`${GAUNTLET}/origins.test.ts`, 'is refused by API, MCP and console alike'],
      [`${GATEWAY}/http/origin-guard.fuzz.test.ts`, 'in any letters, and else never'],
    ),
    'hostile.csrf': room('Another site’s page changes no key of an owner.', [
      `${GAUNTLET}/keys.test.ts`,
      'changes no key of an owner who is signed in',
    ]),
    'hostile.rights': room('A key does what its scopes say and nothing else, on both surfaces.', [
      `${GAUNTLET}/access.test.ts`,
      'does that action and no other, on both surfaces',
    ]),
    'hostile.masked': room('Foreign, missing and unreadable pages answer byte for byte alike.', [
      `${GAUNTLET}/access.test.ts`,
      'answer byte for byte alike, whatever is asked of them',
    ]),
    'hostile.secrets': room(
      'No issued key, cookie or password stands in the database, a log, on the bus or in an error.',
      [HARD, 'stands in the database, in a log, on the bus or in an error'],
      ['e2e/src/scan-secrets.ts', 'keys or passwords stand in the'],
    ),
    'hostile.short-refusals': room(
      'A refusal repeats what it was sent in short, and never a key.',
      [`${GAUNTLET}/bodies.test.ts`, 'is not repeated'],
      [`${GAUNTLET}/bodies.test.ts`, 'come back cut'],
    ),
    'hostile.surfaces': room('The same call by act and by MCP comes to the same end.', [
      'e2e/src/fuzz/surfaces.fuzz.test.ts',
      'comes to the same end, whatever it is',
    ]),
  }),
  ...from('safety 7', {
    'overload.rates': room(
      'Two gateways together let through at most one and a half times the policy; who is refused is told when to come, and leaves no key bound.',
      [`${GATEWAY}/admission/rates.test.ts`, 'at most one and a half times the policy'],
      [`${GATEWAY}/admission.test.ts`, 'leaves no idempotency row behind'],
    ),
    'overload.bodies': room(
      'A gateway holds eight large bodies and 256 MiB at once; further ones are refused before they are read.',
      [`${GATEWAY}/admission/body-budget.test.ts`, 'eight large bodies and 256 MiB'],
      [`${GAUNTLET}/bodies.test.ts`, 'give their room back'],
    ),
    'overload.shedding': room(
      'With too much to do searches go first, then reads, then changes, never what an owner does with keys; and all come back.',
      [`${GATEWAY}/shedding.test.ts`, 'then all come back'],
      [`${GATEWAY}/admission/door.test.ts`, 'and come back the same way'],
    ),
    'overload.restart': room(
      'Each process is stopped and started under load with two replicas, and no call fails.',
      [HARD, 'no call fails, each ends in time'],
    ),
    'overload.small-messages': room(
      'Large texts travel as references: no message on the bus is over 512 KiB.',
      [HARD, 'no message on the bus is over 512 KiB'],
    ),
    'overload.start-order': room(
      'The product starts in any order and waits for what is missing, saying what it waits for.',
      [HARD, 'each process says what it waits for'],
      ['libs/db/src/migrate/await-migrated.test.ts', 'waits, says for what, and goes on'],
      ['libs/bus/src/open-bus.test.ts', 'starts without its broker, says what it waits for'],
    ),
    'overload.revocation': room('A key revoked at one gateway is refused by every other at once.', [
      HARD,
      'replays of its own successes too',
    ]),
    'overload.parts-away': room(
      'Broker, database, store or search away: what does not need it works, the rest is told at once, all heals by itself.',
      [HARD, 'the broker killed under load'],
      [HARD, 'the database killed'],
      [HARD, 'the blob store killed'],
      [HARD, 'search stopped'],
    ),
  }),
  ...from('safety 1', {
    'faults.torture': room(
      'Under kills, freezes, cuts and a full disk nothing acknowledged is lost, nothing is done twice, every call gets an answer.',
      ['e2e/src/torture/torture.test.ts', 'lose nothing that was acknowledged'],
      ['e2e/src/torture/all-in-one.test.ts', 'starts again on the same data and has lost nothing'],
    ),
    'faults.revisions': room(
      'Each revision has one winner, and every read shows one of them, also while a replica is killed.',
      [HARD, 'one winner for each revision'],
      ['e2e/src/torture/check-revisions.test.ts', 'catches content that its revision was never'],
    ),
    'faults.sweeps': room(
      'What nobody needs any more is swept in bounded passes, by any number of replicas, and counted in the metrics.',
      [`${GAUNTLET}/sweeps.test.ts`, 'can be read at /metrics from the start'],
      ['libs/builder/src/sweep/sweep.test.ts', 'is counted in the metrics by kind'],
      ['libs/db/src/effect/expiry.test.ts', 'two replicas share them out'],
      [`${GATEWAY}/sweep-expired.test.ts`, 'counted in the metrics by kind'],
    ),
  }),
  ...from('safety 8', {
    'supply.pinned': room(
      'Every program that a clone runs has an integrity value in the lock, and no install script of a package runs.',
      ['scripts/packages.test.ts', 'every package has an integrity value in the lock'],
      ['scripts/packages.test.ts', 'no install script runs'],
      ['scripts/packages.test.ts', 'the tests run on the Node of the lock'],
    ),
    'supply.build-context': room(
      'Neither data, nor a .env file, nor the history reaches the build of an image.',
      ['scripts/packages.test.ts', 'leaves out whatever git ignores'],
    ),
    'durable.one-instance': room(
      'A second instance on the same data is refused while the first one lives, and takes over what a dead one left.',
      ['libs/db/src/embedded-postgres.test.ts', 'is refused while the first one lives'],
      ['libs/db/src/embedded-postgres.test.ts', 'ends the Postgres that a dead one left running'],
    ),
    'durable.database-ends': room(
      'The all-in-one starts its Postgres again when it ends, stays locked, is unready meanwhile and says so; a full disk is named and heals once there is room.',
      [`${GAUNTLET}/database-ends.test.ts`, 'costs the calls of that moment only'],
      [`${GAUNTLET}/database-ends.test.ts`, 'for want of space is answered with what is full'],
      ['libs/db/src/embedded/supervisor.test.ts', 'is given up with the reason'],
      ['libs/kernel/src/app.test.ts', 'ends in order, with the reason'],
    ),
    'durable.states': room('Illegal states cannot be stored.', [
      'libs/builder/src/migrations/builder-migrations.test.ts',
      'what must not be cannot be stored',
    ]),
    'durable.audit': room(
      'The journal names the first bad row after any edit or deletion.',
      [`${GAUNTLET}/audit.test.ts`, 'ctl audit verify names it and ends with 1'],
      [`${GAUNTLET}/audit.test.ts`, 'names the first row after the gap'],
      ['libs/db/src/effect/journal.test.ts', 'was edited, wherever it stands'],
      [`${GAUNTLET}/audit.test.ts`, 'a head kept elsewhere shows it'],
    ),
  }),
} as const;
