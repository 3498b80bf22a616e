import { makeAgentKey } from '@bridge/kernel';
import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SECRET_RULES } from './secret-rules.ts';
import { findSecrets, SECRETS_SHOWN_MAX } from './secrets.ts';

const ALNUM = 'q7Lk2Zr9TbXw4Vn8MsYd3GhJf6PcRa5UeKtWoBiNvSxQ1mzECyuHgDpAljFO0I';
/** Made-up characters that repeat none of the placeholders' habits. */
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

// Put together here, so that no file of this project holds anything of a secret's form.
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

// The same cases on every run: what fails here fails again.
fc.configureGlobal({ seed: 20_260_101 });

describe('a secret in a page', () => {
  it.each(GENUINE)('is found wherever it stands: %s', (kind, secret) => {
    for (const page of [secret, `<p>${secret}</p>`, `const key = "${secret}";`, `\n\n  ${secret} `])
      expect(findSecrets(page).map((found) => found.kind)).toEqual([kind]);
  });

  it('is told by kind and place only', () => {
    const key = makeAgentKey();
    const found = findSecrets(`<!doctype html>\r\n<p>\n  ${key} and ${key}`);
    expect(found).toEqual([
      { kind: 'agent key of this service', line: 3, column: 3 },
      { kind: 'agent key of this service', line: 3, column: 60 },
    ]);
    expect(JSON.stringify(found)).not.toContain(key.slice(3, 20));
  });

  it('of this service counts only with the right checksum', () => {
    fc.assert(
      fc.property(fc.nat(48), fc.constantFrom(...ALNUM), (at, char) => {
        const key = makeAgentKey();
        const other = key.slice(0, at + 3) + char + key.slice(at + 4);
        expect(findSecrets(other)).toHaveLength(other === key ? 1 : 0);
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
  ])('is not seen in %s', (_what, text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it('is searched for in linear time, and only so many are told', () => {
    const text = `${makeAgentKey()} `.repeat(500);
    expect(findSecrets(text)).toHaveLength(SECRETS_SHOWN_MAX);
    for (const prefix of new Set(SECRET_RULES.map((rule) => rule.prefix)))
      expect(findSecrets(prefix.repeat(20_000)).length).toBeLessThan(2);
  });
});
