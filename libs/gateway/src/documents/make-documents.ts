import { makeManifest, PRODUCT, PUBLIC_PATHS, type Links } from '@bridge/contracts';
import type { PublicRoute } from '../http/public-route.ts';
import { clientProgram } from './client-program.ts';
import { aiCatalog, skillIndex } from './directory.ts';
import { document, download, jsonText, readable } from './document.ts';
import { FRONT_LINKS, frontMarkdown, llmsText, onboardingMarkdown } from './onboarding.ts';
import { openapiDocument } from './openapi.ts';
import { operatorPack } from './operator-pack.ts';
import { STYLE, STYLE_PATH } from './page.ts';
import { actionsReference } from './reference/actions.ts';
import { errorsReference } from './reference/errors.ts';
import { serverCard } from './server-card.ts';
import { skillMarkdown } from './skill.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

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

/** The two addresses of one JSON document. */
function twins(
  paths: readonly [string, string],
  contentType: string,
  value: object,
): readonly PublicRoute[] {
  const text = jsonText(value);
  return paths.map((path) => document(path, contentType, text));
}

function references(links: Pick<Links, 'base' | 'errorsUrl'>): readonly PublicRoute[] {
  const actions = actionsReference(PUBLIC_PATHS.docsErrors);
  const errors = errorsReference(links.errorsUrl);
  return [
    readable(PUBLIC_PATHS.docs, docsIndex(), 'html'),
    readable(PUBLIC_PATHS.docsActions, actions, 'html'),
    document(`${PUBLIC_PATHS.docsActions}.md`, MARKDOWN, actions),
    readable(PUBLIC_PATHS.docsErrors, errors, 'html'),
    document(`${PUBLIC_PATHS.docsErrors}.md`, MARKDOWN, errors),
    document(STYLE_PATH, 'text/css; charset=utf-8', STYLE),
  ];
}

/**
 * Every document that anybody may read: the manifest at its two addresses and whatever its addresses lead to. All are
 * made here, once, from the declarations and the configured base URL. `toolListSha256` is over the result of tools/list.
 */
export function makeDocuments(
  links: Pick<Links, 'base' | 'errorsUrl'>,
  toolListSha256: string,
): readonly PublicRoute[] {
  const skill = skillMarkdown(links);
  const cli = clientProgram(links);
  const card = serverCard(links);
  return [
    ...twins(
      [PUBLIC_PATHS.manifest, PUBLIC_PATHS.manifestWellKnown],
      JSON_TYPE,
      makeManifest(links, toolListSha256),
    ),
    readable('/', frontMarkdown(), 'html', { link: FRONT_LINKS }),
    document(
      PUBLIC_PATHS.openapi,
      'application/vnd.oai.openapi+json;version=3.1',
      jsonText(openapiDocument(links)),
    ),
    document(PUBLIC_PATHS.llms, 'text/plain; charset=utf-8', llmsText(links)),
    readable(PUBLIC_PATHS.onboarding, onboardingMarkdown(links), 'markdown'),
    document(PUBLIC_PATHS.skill, MARKDOWN, skill),
    document(PUBLIC_PATHS.skillIndex, JSON_TYPE, jsonText(skillIndex(links, skill))),
    document(
      PUBLIC_PATHS.directory,
      'application/ai-catalog+json',
      jsonText(aiCatalog(links, '1.0')),
    ),
    document(PUBLIC_PATHS.directoryDraft, JSON_TYPE, jsonText(aiCatalog(links, 'draft'))),
    ...twins(
      [PUBLIC_PATHS.serverCard, PUBLIC_PATHS.serverCardWellKnown],
      'application/mcp-server-card+json',
      card,
    ),
    ...download(PUBLIC_PATHS.operatorPack, 'application/zip', operatorPack(links, { skill, cli })),
    ...download(PUBLIC_PATHS.cli, 'text/javascript; charset=utf-8', cli),
    ...references(links),
  ];
}
