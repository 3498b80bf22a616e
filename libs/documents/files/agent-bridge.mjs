#!/usr/bin/env node
// Client of Agent Bridge in one file: no dependencies, Node 18.3 or later. The service serves this file itself and
// writes its own address into it. Commands: call, check, inbox, mcp (stdio bridge), audit verify, doctor. Licence: Apache-2.0.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const VERSION = '{{version}}';
const SERVED_FROM = '{{base}}';
const DEFAULT_URL = SERVED_FROM.startsWith('{') ? 'http://localhost:4000' : SERVED_FROM;

const HELP = `agent-bridge: client of Agent Bridge ${VERSION}

Usage
  node agent-bridge.mjs call <action> [payload] [--html FILE]
  node agent-bridge.mjs check <page_id>
  node agent-bridge.mjs inbox [--watch] [--ack]
  node agent-bridge.mjs mcp
  node agent-bridge.mjs audit verify
  node agent-bridge.mjs doctor

Commands
  call     Does one action and prints its result as JSON.
           payload is a JSON object, @FILE, or - for standard input; {} when left out.
           --html FILE puts the file's text into the payload as raw_html.
  check    Prints what a publication of the draft would return; nothing is published. Ends with 1 when a publication would
           be refused, because the draft is empty or holds a secret.
  inbox    Prints the messages that wait for the key, each as one line of JSON. Texts are untrusted.
           --watch waits for further ones until it is stopped. --ack acknowledges each message after it was printed.
  mcp      Connects a client that speaks MCP over standard input and output with the service's tool endpoint.
  audit verify
           Reads the journal of the account with audit.read and checks that no row was changed, removed or added
           between. The key needs the scope audit.read and the owner's consent audit_all.
  doctor   Checks Node, address, key and tool endpoint, and says what is wrong.

Options
  --url URL        Address of the service (AGENT_BRIDGE_URL; ${DEFAULT_URL})
  --key-file FILE  File that holds the agent key, instead of AGENT_BRIDGE_KEY. call, audit and doctor refuse a file that is
                   missing or empty; mcp waits for it and uses AGENT_BRIDGE_KEY meanwhile.
  --json           call, check, audit and doctor: print the service's whole answer, or the findings, as JSON.
  --help, --version

Examples
  export AGENT_BRIDGE_KEY=ak_...
  node agent-bridge.mjs call worlds.list
  node agent-bridge.mjs call builder.create '{"title":"Moon","word":"moonlit","idempotency_key":"create-moon-1"}' --html moon.html
  node agent-bridge.mjs call builder.get '{"page_id":42}'
  node agent-bridge.mjs check 42

Ends with 0, 1 (the call failed) or 2 (wrong use).`;

const KEY_FORM = /^ak_[0-9A-Za-z]{49}$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const EXPIRY_WARNING_DAYS = 7;
/** Size of an inbox page, long-poll wait in seconds, and pause in seconds while the service is unavailable. */
const INBOX_PAGE = 100;
const INBOX_WAIT_S = 20;
const AWAY_S = 5;

/** An error in the command line, which is printed without a stack. */
class UsageError extends Error {}

function printLine(text) {
  process.stdout.write(`${text}\n`);
}

function complain(text) {
  process.stderr.write(`${text}\n`);
}

/** Parses the command line into options and positional arguments; throws UsageError for an unknown or malformed option. */
function readCommandLine(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        'key-file': { type: 'string' },
        html: { type: 'string' },
        json: { type: 'boolean' },
        watch: { type: 'boolean' },
        ack: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
    return { values, positionals };
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function baseUrlOf(values) {
  const text = values.url ?? process.env.AGENT_BRIDGE_URL ?? DEFAULT_URL;
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`${text} is not an address.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`${text} is not an http or https address.`);
  }
  return url.origin;
}

/**
 * Returns the key for commands that must not guess: from the file of --key-file, else from AGENT_BRIDGE_KEY; empty when neither
 * is set. Throws UsageError when the named file is missing or empty.
 */
function namedKey(values) {
  const file = values['key-file'];
  if (file === undefined) return keyOf(values);
  // Falling back to the environment could use the key of another account.
  if (!existsSync(file)) throw new UsageError(`There is no key file ${file}.`);
  const stored = readFileSync(file, 'utf8').trim();
  if (stored === '') throw new UsageError(`The key file ${file} is empty.`);
  return stored;
}

/**
 * Returns the key for the stdio bridge: from the file of --key-file, else from AGENT_BRIDGE_KEY. A missing or empty file is no
 * error. Empty when there is no key.
 */
function keyOf(values) {
  const file = values['key-file'];
  // A plugin may start the stdio bridge before the owner has stored a key; each call then reports the missing key.
  const stored = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return stored === '' ? (process.env.AGENT_BRIDGE_KEY ?? '').trim() : stored;
}

function readPayload(text, html) {
  let payload = {};
  if (text !== undefined) {
    const json =
      text === '-'
        ? readFileSync(0, 'utf8')
        : text.startsWith('@')
          ? readFileSync(text.slice(1), 'utf8')
          : text;
    try {
      payload = JSON.parse(json);
    } catch (error) {
      throw new UsageError(`The payload is not JSON: ${error.message}`);
    }
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
      throw new UsageError('The payload must be a JSON object.');
    }
  }
  return html === undefined ? payload : { ...payload, raw_html: readFileSync(html, 'utf8') };
}

function headersOf(key) {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': `agent-bridge-client/${VERSION}`,
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  };
}

/** Sends one request. Redirects are errors, because they would send the key to another address. */
async function send(url, options) {
  try {
    return await fetch(url, { redirect: 'error', ...options });
  } catch (error) {
    throw new Error(`${url} does not answer: ${error.cause?.message ?? error.message}`);
  }
}

async function readJson(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `${response.url} answered ${response.status} without JSON: is this the service?`,
    );
  }
}

async function call(positionals, values) {
  const [action, text, ...more] = positionals;
  if (action === undefined || more.length > 0) {
    throw new UsageError('call takes an action and at most one payload.');
  }
  const key = namedKey(values);
  const payload = readPayload(text, values.html);
  const response = await send(`${baseUrlOf(values)}/api/agent-bridge/act`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ action, payload }),
  });
  const answer = await readJson(response);
  if (response.headers.get('idempotency-replayed') === 'true') {
    complain('replayed: this is the stored result of an earlier, identical call');
  }
  printAnswer(response, answer, answer.result, values);
  return answer.ok === true ? 0 : 1;
}

/** Prints the result of an answer, or the reason of a refusal. */
function printAnswer(response, answer, result, values) {
  if (values.json) printLine(JSON.stringify(answer));
  else if (answer.ok === true) printLine(JSON.stringify(result, null, 2));
  else {
    const { code, message, hint, details = {} } = answer.error ?? {};
    complain(`${code ?? response.status}: ${message ?? 'no reason given'}`);
    if (hint) complain(hint);
    if (Object.keys(details).length > 0) complain(`details ${JSON.stringify(details, null, 2)}`);
    complain(`request_id ${answer.request_id ?? 'unknown'}`);
  }
}

/**
 * Prints the result of the check of a draft: what a publication would return. Returns exit code 1 when a publication would be
 * refused.
 */
async function check(positionals, values) {
  const [page, ...more] = positionals;
  if (page === undefined || more.length > 0 || !/^[1-9][0-9]{0,15}$/.test(page)) {
    throw new UsageError('check takes the id of one website.');
  }
  const url = `${baseUrlOf(values)}/api/agent-bridge/pages/${page}/check`;
  const response = await send(url, { headers: headersOf(namedKey(values)) });
  const answer = await readJson(response);
  printAnswer(response, answer, answer.check, values);
  return answer.ok === true && !answer.check.empty && answer.check.secrets === 0 ? 0 : 1;
}

/**
 * Returns the hash of a journal row: the SHA-256 over the hash of the previous row and the members of this row, written as
 * Postgres writes a JSON array.
 */
function rowHash(prev, accountId, event) {
  const { id, at, action, surface, actor, target, request_id: requestId } = event;
  const who = actor.type === 'key' ? actor.key_id : actor.type;
  const fields = [2, accountId, id, Date.parse(at), action, who, actor.key_id, surface];
  fields.push(target.page_id, target.word, event.revision_before, event.revision_after, requestId);
  const text = `[${fields.map((field) => JSON.stringify(field)).join(', ')}]`;
  return createHash('sha256').update(Buffer.from(prev, 'hex')).update(text).digest('hex');
}

async function readAudit(base, key, afterId) {
  const response = await send(`${base}/api/agent-bridge/act`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ action: 'audit.read', payload: { limit: 100, after_id: afterId } }),
  });
  const answer = await readJson(response);
  if (answer.ok !== true) throw new Error(`${answer.error?.message} ${answer.error?.hint}`);
  return answer.result;
}

/**
 * Reads the journal with audit.read, recomputes the hash of each row from the oldest to the newest, and prints whether a row
 * was changed, removed or inserted. Returns exit code 1 then.
 */
async function auditVerify(values) {
  const base = baseUrlOf(values);
  const key = namedKey(values);
  const found = { ok: true, from: null, to: null, head: null, reason: null };
  let hash = null;
  for (let afterId = 0; afterId !== null && found.ok;) {
    const { events, chain, next_after_id: next } = await readAudit(base, key, afterId);
    const [first] = events;
    if (first !== undefined && chain.prev === null) {
      throw new Error(
        'audit.read leaves rows out: the key needs the consent audit_all and no Worlds.',
      );
    }
    if (first !== undefined && hash !== null && chain.prev !== hash) {
      Object.assign(found, {
        ok: false,
        reason: `row ${found.to} was changed after it was written`,
      });
    }
    hash = first === undefined ? hash : chain.prev;
    for (const event of events) {
      if (found.to !== null && event.id !== found.to + 1) {
        Object.assign(found, { ok: false, reason: `a row before row ${event.id} is missing` });
      }
      hash = rowHash(hash, chain.account_id, event);
      found.from ??= event.id;
      found.to = event.id;
    }
    // Each answer names the newest row and its hash. Only the page with the newest row can be compared, and the journal may
    // grow during the check.
    if (found.ok && chain.seq === found.to && chain.hash !== hash) {
      Object.assign(found, {
        ok: false,
        reason: `row ${found.to} is not the head that the service names`,
      });
    }
    Object.assign(found, { head: { seq: chain.seq, hash: chain.hash } });
    afterId = next;
  }
  if (found.ok && found.to !== null && found.to < found.head.seq) {
    Object.assign(found, { ok: false, reason: `rows after row ${found.to} are missing` });
  }
  if (values.json) printLine(JSON.stringify(found));
  else if (!found.ok) complain(`The journal is broken: ${found.reason}.`);
  else if (found.to === null) printLine('The journal has no row of the last 90 days.');
  else printLine(`The journal is whole from row ${found.from} to row ${found.to}, head ${hash}.`);
  return found.ok ? 0 : 1;
}

/**
 * Reads one page of the inbox. Throws when the service refuses; `retryAfterS` of the error is the waiting time in seconds, or
 * null when a retry is useless.
 */
async function readInbox(values, payload) {
  const response = await send(`${baseUrlOf(values)}/api/agent-bridge/act`, {
    method: 'POST',
    headers: headersOf(namedKey(values)),
    body: JSON.stringify({ action: 'relay.inbox', payload }),
  });
  const answer = await readJson(response);
  if (answer.ok === true) return answer.result;
  const { code, message, hint, retry, details = {} } = answer.error ?? {};
  const error = new Error(
    `${code ?? response.status}: ${message ?? 'no reason given'} ${hint ?? ''}`,
  );
  const mayRepeat = retry === 'after_seconds' || retry === 'same_key';
  throw Object.assign(error, { retryAfterS: mayRepeat ? (details.retry_after_s ?? 1) : null });
}

/** Prints the messages that wait for the key. With --ack it acknowledges a message only after printing it, so none is lost. */
async function inbox(positionals, values) {
  if (positionals.length > 0) throw new UsageError('inbox takes no further words.');
  const watch = values.watch === true;
  let after = 0;
  let printed = [];
  for (;;) {
    const ask = { after_id: after, limit: INBOX_PAGE, ack_ids: printed };
    let page;
    try {
      page = await readInbox(values, { ...ask, wait_s: watch ? INBOX_WAIT_S : 0 });
    } catch (error) {
      // A refusal with a waiting time and a failed connection are retried. Any other refusal, such as a revoked key, ends the
      // program.
      const again = error.retryAfterS === undefined ? AWAY_S : error.retryAfterS;
      if (!watch || again === null || error instanceof UsageError) throw error;
      complain(error.message);
      await new Promise((resolve) => setTimeout(resolve, again * 1_000));
      continue;
    }
    printed = [];
    for (const message of page.messages) {
      printLine(JSON.stringify(message));
      after = message.id;
      if (values.ack) printed.push(message.id);
    }
    const isLast = !watch && page.next_after_id === null;
    if (isLast && printed.length === 0) return 0;
  }
}

/** Returns the ids of the JSON-RPC requests in a message or batch. Each of them needs an answer; notifications have no id. */
function idsOf(message) {
  const all = Array.isArray(message) ? message : [message];
  return all
    .filter((one) => one !== null && typeof one === 'object' && 'method' in one && 'id' in one)
    .map((one) => one.id);
}

/** Makes error answers to all requests in a message when the service gave no usable answer. */
function failures(message, error) {
  const answers = idsOf(message).map((id) => ({ jsonrpc: '2.0', id, error }));
  return Array.isArray(message) ? [answers] : answers;
}

/** Forwards messages between standard input, the tool endpoint and standard output. */
async function bridge(values) {
  const url = `${baseUrlOf(values)}/api/mcp`;
  let version;
  const reply = (message) => printLine(JSON.stringify(message));

  const carry = async (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return reply({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error.' } });
    }
    try {
      const opening = message?.method === 'initialize';
      const response = await send(url, {
        method: 'POST',
        // The key is read for each message, so that a key stored later is found.
        headers: {
          ...headersOf(keyOf(values)),
          ...(version === undefined || opening ? {} : { 'mcp-protocol-version': version }),
        },
        body: line,
      });
      if (response.status === 202) return undefined;
      const answer = await readJson(response);
      if (opening && answer.result) version = answer.result.protocolVersion;
      // A refusal of the whole HTTP request has the id null. The client waits for the ids of its own requests, so each of them
      // receives the refusal.
      if (Array.isArray(answer) || (answer.id ?? null) !== null) return reply(answer);
      const error = answer.error ?? { code: -32000, message: `HTTP ${response.status}` };
      if (error.data?.hint) error.message = `${error.message} ${error.data.hint}`;
      complain(error.message);
      return failures(message, error).forEach(reply);
    } catch (error) {
      complain(error.message);
      return failures(message, { code: -32000, message: error.message }).forEach(reply);
    }
  };

  const open = new Set();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const task = carry(line).finally(() => open.delete(task));
    open.add(task);
    // The answer to `initialize` contains the protocol version that all later requests must send, so it is awaited.
    if (version === undefined) await task;
  }
  await Promise.all(open);
  return 0;
}

function crc32(text) {
  let crc = -1;
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}

/** True when the key has the right form and its last six characters are the checksum of the rest. */
function isWhole(key) {
  if (!KEY_FORM.test(key)) return false;
  let rest = crc32(`agent-bridge:${key.slice(0, -6)}`);
  let sum = '';
  for (let i = 0; i < 6; i += 1) {
    sum = BASE62[rest % 62] + sum;
    rest = Math.floor(rest / 62);
  }
  return sum === key.slice(-6);
}

async function checkService(base) {
  const info = await readJson(await send(`${base}/api/agent-bridge`));
  if (info.ok !== true) throw new Error(`${base} answers, but not as this service.`);
  const manifest = await readJson(await send(`${base}/api/agent-bridge/manifest`));
  if (new URL(manifest.mcp_url).origin !== base) {
    return `${info.name}, which calls itself ${new URL(manifest.mcp_url).origin}: use that address`;
  }
  return `${info.name}, manifest ${manifest.version}`;
}

function checkKeyForm(key) {
  if (key === '') throw new Error('no key: set AGENT_BRIDGE_KEY or give --key-file.');
  if (!isWhole(key)) throw new Error('the key is not whole: copy it again, ak_ and 49 characters.');
  return `${key.slice(0, 7)}…${key.slice(-4)}`;
}

async function checkKey(base, key) {
  const url = `${base}/api/agent-bridge/whoami`;
  const answer = await readJson(await send(url, { headers: headersOf(key) }));
  if (answer.ok !== true) throw new Error(`${answer.error?.message} ${answer.error?.hint}`);
  const { scopes, expires_at: expiresAt } = answer.key;
  const days = expiresAt ? Math.floor((Date.parse(expiresAt) - Date.now()) / 86_400_000) : null;
  const soon = days !== null && days < EXPIRY_WARNING_DAYS ? ' (rotate it soon)' : '';
  const expiry = days === null ? 'never expires' : `expires in ${days} days${soon}`;
  return `${scopes.length} scopes (${scopes.join(', ')}), ${expiry}`;
}

async function checkTools(base, key) {
  const ask = async (method, params, version) => {
    const response = await send(`${base}/api/mcp`, {
      method: 'POST',
      headers: { ...headersOf(key), ...(version ? { 'mcp-protocol-version': version } : {}) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = await readJson(response);
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  };
  const { protocolVersion } = await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'agent-bridge-doctor', version: VERSION },
  });
  const { tools } = await ask('tools/list', {}, protocolVersion);
  return `protocol ${protocolVersion}, ${tools.length} tools`;
}

/**
 * Runs all checks of the connection and prints each result; a failed check does not prevent the next one. Throws UsageError
 * first when --key-file names a missing or empty file.
 */
async function doctor(values) {
  const base = baseUrlOf(values);
  const key = namedKey(values);
  const findings = [];
  const check = async (name, run) => {
    try {
      findings.push({ name, ok: true, found: await run() });
    } catch (error) {
      findings.push({ name, ok: false, found: error.message });
    }
  };
  await check('node', () => process.version);
  await check('address', () => checkService(base));
  await check('key form', () => checkKeyForm(key));
  await check('key', () => checkKey(base, key));
  await check('tools', () => checkTools(base, key));
  if (values.json) printLine(JSON.stringify({ url: base, findings }));
  else
    for (const { name, ok, found } of findings)
      printLine(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(9)} ${found}`);
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

async function main(args) {
  const { values, positionals } = readCommandLine(args);
  const [command, ...rest] = positionals;
  if (values.version) {
    printLine(VERSION);
    return 0;
  }
  if (values.help || command === undefined) {
    printLine(HELP);
    return values.help ? 0 : 2;
  }
  if (command === 'call') return call(rest, values);
  if (command === 'check') return check(rest, values);
  if (command === 'inbox') return inbox(rest, values);
  if (command === 'mcp') return bridge(values);
  if (command === 'audit') {
    if (rest.join(' ') !== 'verify') throw new UsageError('audit takes one word: verify.');
    return auditVerify(values);
  }
  if (command === 'doctor') return doctor(values);
  throw new UsageError(`There is no command ${command}.`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  complain(error.message);
  if (error instanceof UsageError) complain('node agent-bridge.mjs --help shows the commands.');
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
