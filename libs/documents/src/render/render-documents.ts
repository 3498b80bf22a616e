import { makeManifest, PRODUCT, PUBLIC_PATHS } from '@bridge/contracts';
import { CLIENT_FILE, PACK_FILE } from '../catalogue.ts';
import { PLACEHOLDERS } from '../placeholders.ts';
import { clientSetups } from './client-setups.ts';
import { aiCatalog, skillIndex } from './directory.ts';
import { connectMarkdown, frontMarkdown, llmsText, onboardingMarkdown } from './onboarding.ts';
import { jsonFile } from './format-json.ts';
import { openapiDocument } from './openapi.ts';
import { packFiles } from './operator-pack.ts';
import { htmlPage } from './page.ts';
import { actionsReference } from './reference/actions.ts';
import { errorsReference } from './reference/errors.ts';
import { serverCard } from './server-card.ts';
import { skillMarkdown } from './skill.ts';

function docsIndex(): string {
  return `# ${PRODUCT.name}: documents

- [Start here](${PUBLIC_PATHS.onboarding}): from a key to the first call, and how to connect each client
- [Actions](${PUBLIC_PATHS.docsActions}): input, result, errors and an example of each action, scopes and limits
- [Errors](${PUBLIC_PATHS.docsErrors}): every code with what to do next
- [Skill](${PUBLIC_PATHS.skill}): what an agent is told about working here
- [Client in one file](${PUBLIC_PATHS.cli}) ([SHA-256](${PUBLIC_PATHS.cli}.sha256)) and [operator pack](${PUBLIC_PATHS.operatorPack}) ([SHA-256](${PUBLIC_PATHS.operatorPack}.sha256))
- [Capability manifest](${PUBLIC_PATHS.manifest}), [bridge information](${PUBLIC_PATHS.bridge}), [action schemas](${PUBLIC_PATHS.actions}), [OpenAPI](${PUBLIC_PATHS.openapi}), [server card](${PUBLIC_PATHS.serverCard}), [directory](${PUBLIC_PATHS.directory}), [llms.txt](${PUBLIC_PATHS.llms})
`;
}

function readableForms(name: string, markdown: string): Readonly<Record<string, string>> {
  return { [`${name}.md`]: markdown, [`${name}.html`]: htmlPage(markdown) };
}

function digestFile(path: string, file: string): Readonly<Record<string, string>> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { [`${file}.sha256`]: `${PLACEHOLDERS.sha256(file)}  ${name}\n` };
}

/** Renders all documents with placeholders for values of an installation. Returns the texts by file name. */
export function renderDocuments(): Readonly<Record<string, string>> {
  const links = { base: PLACEHOLDERS.base };
  return {
    ...readableForms('front', frontMarkdown()),
    ...readableForms('agents', onboardingMarkdown(links)),
    ...readableForms('docs', docsIndex()),
    ...readableForms('actions', actionsReference(PUBLIC_PATHS.docsErrors)),
    ...readableForms('errors', errorsReference(`${links.base}${PUBLIC_PATHS.docsErrors}`)),
    'connect.html': htmlPage(connectMarkdown(links)),
    'llms.txt': llmsText(links),
    'SKILL.md': skillMarkdown(links),
    'skills.json': jsonFile(skillIndex(links, PLACEHOLDERS.sha256('SKILL.md'))),
    'manifest.json': jsonFile(makeManifest(links, PLACEHOLDERS.toolListSha256)),
    'openapi.json': jsonFile(openapiDocument(links)),
    'ai-catalog.json': jsonFile(aiCatalog(links, '1.0')),
    'mcp-catalog.json': jsonFile(aiCatalog(links, 'draft')),
    'server-card.json': jsonFile(serverCard(links)),
    ...digestFile(PUBLIC_PATHS.operatorPack, PACK_FILE),
    ...digestFile(PUBLIC_PATHS.cli, CLIENT_FILE),
    ...packFiles(links),
    ...Object.fromEntries(
      clientSetups(links).map(({ file, text }) => [`clients/${file}`, `${text}\n`]),
    ),
  };
}
