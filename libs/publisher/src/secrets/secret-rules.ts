/** The form of one kind of secret: a fixed prefix and a pattern for the rest. Only a whole word matches. */
export interface SecretRule {
  /** The name of the secret in the error that refuses the publication, such as `GitHub token`. */
  readonly kind: string;
  /** The fixed characters with which every secret of this kind begins. */
  readonly prefix: string;
  /** The characters after the prefix, as a regular expression that cannot backtrack exponentially. */
  readonly rest: string;
  readonly source: string;
}

/**
 * The form of a token that ends with a checksum. A valid checksum proves that a text is a token, so tokens are recognised even
 * without word boundaries.
 */
export interface ChecksumTokenFormat {
  readonly kind: string;
  /** The fixed characters with which the token begins, up to and including an underscore. */
  readonly prefix: string;
  /** Number of base62 characters after the prefix, including the checksum. */
  readonly chars: number;
  /**
   * `crc32-base62`: the last six characters are the CRC32 of the characters between prefix and checksum, as at GitHub and npm.
   * `agent-key`: the checksum of this service's keys.
   */
  readonly checksum: 'agent-key' | 'crc32-base62';
  readonly source: string;
}

/**
 * The kinds of secret tokens that end with a checksum. A valid checksum proves a token, so the characters before and after it
 * do not matter.
 */
// prettier-ignore
export const CHECKSUM_TOKENS: readonly ChecksumTokenFormat[] = [
  { kind: 'agent key of this service', prefix: 'ak_', chars: 49, checksum: 'agent-key', source: 'docs/spec/keys.md' },
  { kind: 'GitHub token', prefix: 'ghp_', chars: 36, checksum: 'crc32-base62', source: 'https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/' },
  { kind: 'GitHub token', prefix: 'gho_', chars: 36, checksum: 'crc32-base62', source: 'as above' },
  { kind: 'GitHub token', prefix: 'ghu_', chars: 36, checksum: 'crc32-base62', source: 'as above' },
  { kind: 'GitHub token', prefix: 'ghs_', chars: 36, checksum: 'crc32-base62', source: 'as above' },
  { kind: 'GitHub token', prefix: 'ghr_', chars: 36, checksum: 'crc32-base62', source: 'as above' },
  { kind: 'npm token', prefix: 'npm_', chars: 36, checksum: 'crc32-base62', source: 'https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/' },
];

/**
 * Forms of tokens that are always secret. Excluded on purpose: keys that a public page may contain (Google's browser keys,
 * publishable keys, anonymous keys), and tokens without a distinctive prefix.
 */
// One line per form, so that the list reads as a table.
// prettier-ignore
export const SECRET_RULES: readonly SecretRule[] = [
  { kind: 'GitHub token', prefix: 'github_pat_', rest: '[0-9A-Za-z]{22}_[0-9A-Za-z]{59}', source: 'https://docs.github.com/authentication' },
  { kind: 'GitLab token', prefix: 'glpat-', rest: '[0-9A-Za-z_-]{20}', source: 'https://docs.gitlab.com/security/tokens/#token-prefixes' },
  { kind: 'GitLab token', prefix: 'gldt-', rest: '[0-9A-Za-z_-]{20}', source: 'as above' },
  { kind: 'GitLab token', prefix: 'glrt-', rest: '[0-9A-Za-z_-]{20}', source: 'as above' },
  { kind: 'AWS access key', prefix: 'AKIA', rest: '[A-Z2-7]{16}', source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html' },
  { kind: 'AWS access key', prefix: 'ASIA', rest: '[A-Z2-7]{16}', source: 'as above' },
  { kind: 'OpenAI key', prefix: 'sk-proj-', rest: '[0-9A-Za-z_-]{20,100}T3BlbkFJ[0-9A-Za-z_-]{20,100}', source: 'https://platform.openai.com/docs/api-reference/authentication' },
  { kind: 'OpenAI key', prefix: 'sk-svcacct-', rest: '[0-9A-Za-z_-]{20,100}T3BlbkFJ[0-9A-Za-z_-]{20,100}', source: 'as above' },
  { kind: 'OpenAI key', prefix: 'sk-', rest: '[0-9A-Za-z]{20}T3BlbkFJ[0-9A-Za-z]{20}', source: 'as above' },
  { kind: 'Anthropic key', prefix: 'sk-ant-', rest: '(?:api|admin)[0-9]{2}-[0-9A-Za-z_-]{80,120}AA', source: 'https://docs.anthropic.com/en/api/overview' },
  { kind: 'OpenRouter key', prefix: 'sk-or-v1-', rest: '[0-9a-f]{64}', source: 'https://openrouter.ai/docs/api-reference/authentication' },
  { kind: 'Groq key', prefix: 'gsk_', rest: '[0-9A-Za-z]{52}', source: 'https://console.groq.com/docs/quickstart' },
  { kind: 'xAI key', prefix: 'xai-', rest: '[0-9A-Za-z]{80}', source: 'https://docs.x.ai' },
  { kind: 'Perplexity key', prefix: 'pplx-', rest: '[0-9A-Za-z]{48}', source: 'https://docs.perplexity.ai' },
  { kind: 'Hugging Face token', prefix: 'hf_', rest: '[A-Za-z]{34}', source: 'https://huggingface.co/docs/hub/security-tokens' },
  { kind: 'Replicate token', prefix: 'r8_', rest: '[0-9A-Za-z]{37}', source: 'https://replicate.com/docs/reference/http#authentication' },
  { kind: 'Stripe secret key', prefix: 'sk_live_', rest: '[0-9A-Za-z]{24,99}', source: 'https://docs.stripe.com/keys' },
  { kind: 'Stripe restricted key', prefix: 'rk_live_', rest: '[0-9A-Za-z]{24,99}', source: 'as above' },
  { kind: 'Stripe webhook secret', prefix: 'whsec_', rest: '[0-9A-Za-z]{32}', source: 'https://docs.stripe.com/webhooks' },
  { kind: 'Slack token', prefix: 'xoxb-', rest: '[0-9]{10,13}-[0-9]{10,13}-[0-9A-Za-z]{24}', source: 'https://api.slack.com/concepts/token-types' },
  { kind: 'Slack token', prefix: 'xoxp-', rest: '[0-9]{10,13}-[0-9]{10,13}-[0-9]{10,13}-[0-9a-f]{32}', source: 'as above' },
  { kind: 'Slack webhook', prefix: 'https://hooks.slack.com/services/', rest: 'T[0-9A-Z]{8,12}/B[0-9A-Z]{8,12}/[0-9A-Za-z]{24}', source: 'https://api.slack.com/messaging/webhooks' },
  { kind: 'Discord webhook', prefix: 'https://discord.com/api/webhooks/', rest: '[0-9]{17,20}/[0-9A-Za-z_-]{68}', source: 'https://discord.com/developers/docs/resources/webhook' },
  { kind: 'SendGrid key', prefix: 'SG.', rest: '[0-9A-Za-z_-]{22}\\.[0-9A-Za-z_-]{43}', source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys' },
  { kind: 'Google OAuth secret', prefix: 'GOCSPX-', rest: '[0-9A-Za-z_-]{28}', source: 'https://developers.google.com/identity/protocols/oauth2' },
  { kind: 'DigitalOcean token', prefix: 'dop_v1_', rest: '[0-9a-f]{64}', source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/' },
  { kind: 'Shopify token', prefix: 'shpat_', rest: '[0-9a-fA-F]{32}', source: 'https://shopify.dev/docs/apps/build/authentication-authorization' },
  { kind: 'Shopify secret', prefix: 'shpss_', rest: '[0-9a-fA-F]{32}', source: 'as above' },
  { kind: 'PyPI token', prefix: 'pypi-AgEIcHlwaS5vcmc', rest: '[0-9A-Za-z_-]{50,1000}', source: 'https://pypi.org/help/#apitoken' },
  { kind: 'RubyGems key', prefix: 'rubygems_', rest: '[0-9a-f]{48}', source: 'https://guides.rubygems.org/api-key-scopes/' },
  { kind: 'Docker token', prefix: 'dckr_pat_', rest: '[0-9A-Za-z_-]{27}', source: 'https://docs.docker.com/security/access-tokens/' },
  { kind: 'Atlassian token', prefix: 'ATATT3xFfGF0', rest: '[0-9A-Za-z_=-]{150,250}', source: 'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/' },
  { kind: 'Databricks token', prefix: 'dapi', rest: '[0-9a-f]{32}', source: 'https://docs.databricks.com/dev-tools/auth/pat' },
  { kind: 'Linear key', prefix: 'lin_api_', rest: '[0-9A-Za-z]{40}', source: 'https://linear.app/developers/graphql' },
  { kind: 'Notion token', prefix: 'ntn_', rest: '[0-9]{11}[0-9A-Za-z]{35}', source: 'https://developers.notion.com/changelog' },
  { kind: 'Figma token', prefix: 'figd_', rest: '[0-9A-Za-z_-]{40}', source: 'https://developers.figma.com/docs/rest-api/authentication/' },
  { kind: 'Supabase token', prefix: 'sbp_', rest: '[0-9a-f]{40}', source: 'https://supabase.com/docs/reference/api/introduction' },
  { kind: 'Supabase secret key', prefix: 'sb_secret_', rest: '[0-9A-Za-z_-]{22}_[0-9A-Za-z_-]{8}', source: 'https://supabase.com/docs/guides/api/api-keys' },
  { kind: 'Netlify token', prefix: 'nfp_', rest: '[0-9A-Za-z]{36}', source: 'https://docs.netlify.com/api/get-started/' },
  { kind: 'Postman key', prefix: 'PMAK-', rest: '[0-9a-f]{24}-[0-9a-f]{34}', source: 'https://learning.postman.com/docs/developer/postman-api/authentication/' },
  { kind: 'Grafana token', prefix: 'glsa_', rest: '[0-9A-Za-z]{32}_[0-9A-Fa-f]{8}', source: 'https://grafana.com/docs/grafana/latest/administration/service-accounts/' },
  { kind: 'Doppler token', prefix: 'dp.pt.', rest: '[0-9A-Za-z]{43}', source: 'https://docs.doppler.com/reference/auth-token-formats' },
  { kind: 'Vault token', prefix: 'hvs.', rest: '[0-9A-Za-z_-]{90,120}', source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens' },
  { kind: 'Airtable token', prefix: 'pat', rest: '[0-9A-Za-z]{14}\\.[0-9a-f]{64}', source: 'https://airtable.com/developers/web/guides/personal-access-tokens' },
  { kind: 'age secret key', prefix: 'AGE-SECRET-KEY-1', rest: '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}', source: 'https://github.com/C2SP/C2SP/blob/main/age.md' },
  { kind: 'private key', prefix: '-----BEGIN ', rest: '(?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----(?:\\s|\\\\[rn]){1,8}[0-9A-Za-z+/=]{40,4096}', source: 'RFC 7468' },
];
