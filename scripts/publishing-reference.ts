import { escapeMarkdown } from '@bridge/documents/render';
import { CHECKSUM_TOKENS, REFERENCES, SECRET_RULES, WARNING_TEXTS } from '@bridge/publisher';

const WHERE = { attribute: 'Markup', css: 'CSS', script: 'Scripts' } as const;
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

function constructs(where: keyof typeof WHERE): string {
  const rows = REFERENCES.filter((row) => row.where === where).map(
    (row) => `| ${code(row.construct)} | ${row.class} | ${code(row.code)} | <${row.source}> |`,
  );
  return `### ${WHERE[where]}

| construct | class | warning | source |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** Renders the reference page of publishing: all loading constructs, warnings and kinds of secrets. */
export function publishingReference(): string {
  const warnings = Object.entries(WARNING_TEXTS).map(
    ([name, { severity, message }]) =>
      `| ${code(name)} | ${severity} | ${escapeMarkdown(message)} |`,
  );
  const kinds = (tokens: readonly { readonly kind: string }[]): string =>
    [...new Set(tokens.map(({ kind }) => `- ${escapeMarkdown(kind)}`))].join('\n');
  return `# Publishing

What a publication says of a page is read off its text: nothing is fetched and nothing is run, so the same bytes at the same address always get the same answer.

- \`publication_mode\` is \`online\` when the page names something **required** on another host, and when it was too large or too deep to be read to the end; else \`portable\`, with an archive.
- \`offline_ready\` promises that a browser asks for nothing that is not in the file; it is served with a policy that blocks every load from elsewhere. In doubt it is false.

## What is read

**required** makes a page online. **optional** and **hint** do not, but a page that asks for them is not ready. **navigation** is where a visitor may go.

${constructs('attribute')}
${constructs('css')}
${constructs('script')}
Links and forms that lead beside the page, where nothing is published, are \`missing_page\`. What an import map names without being imported is \`optional_external\`: no browser asks for it.

## Warnings

Findings are grouped by code, element and address. A warning has the address as a browser reads it (\`url\`) and, where it differs, as the page writes it (\`written\`); \`count\`, and the first five \`places\` (line and column; \`line\` and \`column\` are the first of them). At most 100 warnings are listed, the gravest first; \`truncated\` is true when there were more. \`script_unparsed\` stands where the parser stopped, with its reason in the message.

| code | severity | meaning |
| --- | --- | --- |
${warnings.join('\n')}

## Secrets

A page that holds a secret is not published: \`secret_in_html\`. The title, the page, its visible layers and the files of a project are searched. \`details.found\` names up to 20 secrets by kind, part (\`html\`, \`layer\`, \`title\` or \`file\`, with the layer's id or the file's path as \`name\`), line and column in that part; never the secret itself.

The text is searched as it stands, without its tags, and decoded: percent-encoding, character references, escapes of JavaScript and JSON, joined string literals, invisible characters, UTF-16, and base64, also one inside the other.

These end with a checksum. They are found anywhere, whatever letters touch them:

${kinds(CHECKSUM_TOKENS)}

These are known by their form and are found as whole words:

${kinds(SECRET_RULES)}
`;
}
