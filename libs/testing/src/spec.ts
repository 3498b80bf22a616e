import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './shared-folder.ts';

/** A requirement: one sentence of `docs/spec` with its id. */
export interface SpecRequirement {
  /** Name of the spec page and of the requirement, such as `patch.unique`. */
  readonly id: string;
  readonly sentence: string;
  /** The reason why no test verifies the requirement; null when a test must verify it. */
  readonly notVerified: string | null;
}

const ITEM = /^- \*\*\[([a-z]+)\.([a-z0-9-]+)\]\*\* ([A-Z`/“].*\.)$/;
const NOT_VERIFIED = /^ {2}- Not verified: (.+\.)$/;

/**
 * Parses the requirements of a spec page; `page` is its file name without `.md`. Throws when a list item does not have the form
 * of a requirement.
 */
export function parseSpecPage(page: string, markdown: string): readonly SpecRequirement[] {
  const requirements: SpecRequirement[] = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    if (!line.trimStart().startsWith('- ')) continue;
    const [, prefix, name, sentence] = ITEM.exec(line) ?? [];
    const reason = NOT_VERIFIED.exec(line)?.[1];
    const last = requirements.at(-1);
    if (prefix === page && name !== undefined && sentence !== undefined)
      requirements.push({ id: `${page}.${name}`, sentence, notVerified: null });
    else if (reason !== undefined && last !== undefined)
      requirements[requirements.length - 1] = { ...last, notVerified: reason };
    else
      throw new Error(
        `docs/spec/${page}.md:${index + 1}: write "- **[${page}.name]** A sentence." or, below it, "  - Not verified: a reason."`,
      );
  }
  return requirements;
}

/** Reads all requirements by id, in the order of the pages. Throws when an id occurs twice. */
export function readSpec(): ReadonlyMap<string, SpecRequirement> {
  const folder = join(ROOT, 'docs', 'spec');
  const pages = readdirSync(folder).filter((file) => file !== 'README.md');
  const spec = new Map<string, SpecRequirement>();
  for (const file of pages.sort()) {
    const markdown = readFileSync(join(folder, file), 'utf8');
    for (const requirement of parseSpecPage(file.replace(/\.md$/, ''), markdown)) {
      if (spec.has(requirement.id)) throw new Error(`${requirement.id} occurs twice in docs/spec`);
      spec.set(requirement.id, requirement);
    }
  }
  return spec;
}
