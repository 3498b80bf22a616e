import { PRODUCT, PUBLIC_PATHS, SKILL_NAME, type PublicLinkBuilder } from '@bridge/contracts';
import { SKILL_DESCRIPTION } from './skill.ts';

/** Returns the index of agent skills, with the hash of SKILL.md. Source: Agent Skills discovery 0.2.0. */
export function skillIndex(links: Pick<PublicLinkBuilder, 'base'>, sha256: string): object {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: SKILL_NAME,
        type: 'skill-md',
        description: SKILL_DESCRIPTION,
        url: `${links.base}${PUBLIC_PATHS.skill}`,
        digest: `sha256:${sha256}`,
      },
    ],
  };
}

/** Returns the catalogue of services for agents on this host. Source: AI Catalog 1.0; `draft` is the older format. */
export function aiCatalog(
  links: Pick<PublicLinkBuilder, 'base'>,
  specVersion: '1.0' | 'draft',
): object {
  const { hostname } = new URL(links.base);
  const entry = (kind: string, type: string, path: string, description: string): object => ({
    identifier: `urn:air:${hostname}:${kind}:${SKILL_NAME}`,
    displayName: PRODUCT.name,
    description,
    type,
    url: `${links.base}${path}`,
  });
  return {
    specVersion,
    host: { displayName: PRODUCT.name },
    entries: [
      entry(
        'mcp',
        'application/mcp-server-card+json',
        PUBLIC_PATHS.serverCard,
        'Tool endpoint: Model Context Protocol over Streamable HTTP.',
      ),
      entry(
        'skill',
        'application/agent-skills+md',
        PUBLIC_PATHS.skill,
        'Skill: how to make, change and publish a website here.',
      ),
      entry(
        'plugin',
        'application/agent-plugins+zip',
        PUBLIC_PATHS.operatorPack,
        'Plugin: the skill, a client and client configurations.',
      ),
    ],
  };
}
