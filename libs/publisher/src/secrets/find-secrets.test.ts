import { makeAgentKey } from '@bridge/kernel';
import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findSecrets, SECRETS_SHOWN_MAX, type SecretFinding } from './find-secrets.ts';
import { CHECKSUM_TOKENS, SECRET_RULES } from './secret-rules.ts';

const ALNUM = 'q7Lk2Zr9TbXw4Vn8MsYd3GhJf6PcRa5UeKtWoBiNvSxQ1mzECyuHgDpAljFO0I';
/**
 * Returns characters for a test token. They do not repeat or ascend, because the search ignores tokens that look like
 * placeholders.
 */
const chars = (count: number, alphabet = ALNUM): string =>
  Array.from({ length: count }, (_, i) => alphabet.charAt((i * 7 + 3) % alphabet.length)).join('');
const HEX = '5a0c9e2f7b81d364';
const BASE32 = 'Q4ZK7WTNX2MRVB6J';

function withChecksum(prefix: string): string {
  const body = chars(30);
  let rest = crc32(body);
  let sum = '';
  for (let i = 0; i < 6; i += 1) {
    sum = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(rest % 62) + sum;
    rest = Math.floor(rest / 62);
  }
  return `${prefix}${body}${sum}`;
}

// The tokens are assembled from parts, so that no file of the repository contains a text that looks like a secret.
const GENUINE: readonly (readonly [string, string])[] = [
  ['agent key of this service', makeAgentKey()],
  ['GitHub token', withChecksum('ghp_')],
  ['npm token', withChecksum('npm_')],
  ['AWS access key', `AKIA${chars(16, BASE32)}`],
  ['OpenAI key', `sk-proj-${chars(74)}T3Blbk${'FJ'}${chars(74)}`],
  ['Anthropic key', `sk-ant-api03-${chars(93)}AA`],
  ['Stripe secret key', `sk_live_${chars(24)}`],
  [
    'Slack webhook',
    `https://hooks.slack.com/services/T${chars(9, BASE32)}/B${chars(9, BASE32)}/${chars(24)}`,
  ],
  ['DigitalOcean token', `dop_v1_${chars(64, HEX)}`],
  ['private key', `-----BEGIN RSA PRIVATE KEY-----\n${chars(64)}\n${chars(64)}\n${chars(64)}\n`],
];

const inHtml = (text: string): readonly SecretFinding[] =>
  findSecrets({ html: Buffer.from(text), title: '' });

describe('a secret in a page', () => {
  it.each(GENUINE)('is found at any position: %s', (kind, secret) => {
    for (const page of [secret, `<p>${secret}</p>`, `const key = "${secret}";`, `\n\n  ${secret} `])
      expect(inHtml(page).map((found) => found.kind)).toEqual([kind]);
  });

  it('is reported by kind and position only', () => {
    const key = makeAgentKey();
    const found = inHtml(`<!doctype html>\r\n<p>\n  ${key} and ${key}`);
    expect(found).toEqual([
      { kind: 'agent key of this service', part: 'html', line: 3, column: 3 },
      { kind: 'agent key of this service', part: 'html', line: 3, column: 60 },
    ]);
    expect(JSON.stringify(found)).not.toContain(key.slice(3, 20));
  });

  it('of this service counts only with the right checksum', () => {
    fc.assert(
      fc.property(fc.nat(48), fc.constantFrom(...ALNUM), (at, char) => {
        const key = makeAgentKey();
        const other = key.slice(0, at + 3) + char + key.slice(at + 4);
        expect(inHtml(other)).toHaveLength(other === key ? 1 : 0);
      }),
    );
  });

  it.each([
    [
      'placeholders',
      'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ak_your_key_here sk_live_000000000000000000000000',
    ],
    ['documentation', 'AKIAIOSFODNN7EXAMPLE'],
    ['a form without its checksum', `ghp_${chars(36)} npm_${chars(36)}`],
    ['keys that are public by design', `AIza${chars(35)} pk_live_${chars(24)} pk.${chars(60)}`],
    ['words that begin alike', 'ask_ak_ sk-button hf_transformers pattern npm_config_registry'],
    ['an empty private key', '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----'],
    ['a part of something longer', `data:image/png;base64,x${chars(20)}AKIA${chars(16, BASE32)}zz`],
  ])('is not reported for %s', (_what, text) => {
    expect(inHtml(text)).toEqual([]);
  });

  it('is searched for in linear time, and the number of reported ones is limited', () => {
    const text = `${makeAgentKey()} `.repeat(500);
    expect(inHtml(text)).toHaveLength(SECRETS_SHOWN_MAX);
    for (const prefix of new Set([...SECRET_RULES, ...CHECKSUM_TOKENS].map((rule) => rule.prefix)))
      expect(inHtml(prefix.repeat(20_000)).length).toBeLessThan(2);
  });
});

describe('a secret anywhere in a publication', () => {
  const kind = 'agent key of this service';
  const html = Buffer.from('<p>');

  it('is reported with its part: title, page, layer, file', () => {
    const key = makeAgentKey();
    const page = Buffer.from(
      `<p>ü ${key}\n<style data-layer="a">\n\n  ${key}\n</style>\n<b>${key}`,
    );
    const layerAt = (text: string): number => page.indexOf(text);
    const utf16 = Buffer.from(`{\r\n "k": "${key}"}`, 'utf16le');
    const found = findSecrets({
      title: `T ${key}`,
      html: page,
      layers: [
        { layer_id: 'a', start: layerAt('<style'), addedLines: 1 },
        { layer_id: 'b', start: layerAt('<b>'), addedLines: 0 },
      ],
      files: [
        { path: 'img/a.png', bytes: Buffer.from([0x89, 0x50, 0, 0xff]) },
        { path: 'data.json', bytes: utf16 },
      ],
    });
    expect(found).toEqual([
      { kind, part: 'title', line: 1, column: 3 },
      { kind, part: 'html', line: 1, column: 6 },
      { kind, part: 'layer', name: 'a', line: 2, column: 3 },
      { kind, part: 'layer', name: 'b', line: 1, column: 4 },
      expect.objectContaining({ kind, part: 'file', name: 'data.json', line: 2 }),
    ]);
  });

  it('is never repeated by the name of its layer or file', () => {
    const key = makeAgentKey();
    const page = Buffer.from(`<p>\n<style data-layer="${key}">\na{}\n</style>`);
    const found = findSecrets({
      title: '',
      html: page,
      layers: [{ layer_id: key, start: page.indexOf('<style'), addedLines: 1 }],
      files: [{ path: `${key}.txt`, bytes: html }],
    });
    expect(found).toEqual([
      { kind, part: 'layer', line: 1, column: 20 },
      { kind, part: 'file', line: 1, column: 1 },
    ]);
    expect(JSON.stringify(found)).not.toContain(key);
  });

  it('is not hidden by a thousand similar texts', () => {
    const fake = `ak_${'a'.repeat(49)} `.repeat(2_000);
    expect(inHtml(`${fake}${makeAgentKey()}`)).toHaveLength(1);
  });
});

describe('a token of another issuer', () => {
  const [, aws = ''] = GENUINE.find(([name]) => name === 'AWS access key') ?? [];
  it.each([
    ['percent-encoded', `id%3D${aws}%26`],
    ['behind an escape', `"\\n${aws}"`],
    ['in a data: address', `data:;base64,${Buffer.from(`id=${aws};`).toString('base64')}`],
    ['in character references', [...aws].map((char) => `&#${char.charCodeAt(0)};`).join('')],
    ['split by soft hyphens', `${aws.slice(0, 8)}\u00ad${aws.slice(8)}`],
  ])('is found as a whole word: %s', (_what, text) => {
    expect(inHtml(text).map(({ kind }) => kind)).toEqual(['AWS access key']);
  });

  it('is no finding as a part of a longer word, in any encoding', () => {
    const longer = `x${aws}x`;
    for (const text of [longer, Buffer.from(longer).toString('base64'), longer.replace('A', '%41')])
      expect(inHtml(text)).toEqual([]);
  });
});
