import { ProgramStartError } from '@bridge/kernel';
import { nkeys } from 'nats';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { natsCredentials, parseNatsAddress } from './nats-address.ts';

describe('BRIDGE_BUS', () => {
  test('names one server or several, with or without port, login and TLS', () => {
    expect(parseNatsAddress('nats://localhost')).toEqual({
      servers: ['localhost:4222'],
      tls: false,
      login: undefined,
    });
    const several = parseNatsAddress('nats://a:4223, tls://builder:p%40ss@b ,nats://[::1]:9');
    expect(several.servers).toEqual(['a:4223', 'b:4222', '[::1]:9']);
    expect(several.tls).toBe(true);
    expect(several.login?.()).toEqual({ user: 'builder', pass: 'p@ss' });
  });

  test.each([
    'nats://',
    'localhost:4222',
    'http://a',
    'nats://a,b',
    'nats://u:hunter2@',
    'nats://u:hunter2%@a',
    '',
  ])('that is invalid (%j) is reported in one sentence, without the password', (text) => {
    const parse = () => parseNatsAddress(text);
    expect(parse).toThrow(ProgramStartError);
    expect(parse).toThrow(/^Part [12] of BRIDGE_BUS is no address of a NATS server: .+\.$/);
    expect(parse).not.toThrow(/hunter2/);
  });
});

describe('BRIDGE_NATS_CREDS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-creds-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const seedText = (): { readonly seed: string; readonly publicKey: string } => {
    const pair = nkeys.createUser();
    return { seed: Buffer.from(pair.getSeed()).toString(), publicKey: pair.getPublicKey() };
  };
  const creds = (jwt: string, seed: string): string =>
    `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;

  test('may hold a user’s seed alone', () => {
    const { seed, publicKey } = seedText();
    const proof = natsCredentials(file('seed', `# builder\n${seed}\n`))('nonce');
    expect(proof).toMatchObject({ nkey: publicKey, sig: expect.stringMatching(/.{80,}/) });
  });

  test('may hold a token and a seed, as nsc writes them', () => {
    const { seed, publicKey } = seedText();
    const proof = natsCredentials(file('creds', creds('ey.jwt.one', seed)))('nonce');
    expect(proof).toMatchObject({ jwt: 'ey.jwt.one', nkey: publicKey });
  });

  test('is read again at each connection, and an invalid new file is ignored', () => {
    const [old, young] = [seedText(), seedText()];
    const path = file('rotated', old.seed);
    const credentials = natsCredentials(path);
    writeFileSync(path, young.seed);
    expect(credentials('n')).toMatchObject({ nkey: young.publicKey });
    writeFileSync(path, 'half written');
    expect(credentials('n')).toMatchObject({ nkey: young.publicKey });
    rmSync(path);
    expect(credentials('n')).toMatchObject({ nkey: young.publicKey });
  });

  test.each([
    ['missing', join(folder, 'nobody')],
    ['a folder', folder],
    ['something else', file('other', 'ak_not_this')],
  ])('that is %s stops the start with one sentence', (_, path) => {
    expect(() => natsCredentials(path)).toThrow(ProgramStartError);
    expect(() => natsCredentials(path)).toThrow(`BRIDGE_NATS_CREDS names ${path}, which`);
  });
});
