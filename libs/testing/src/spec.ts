import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './shared-folder.ts';

/** One requirement of `docs/spec`. */
export interface SpecRequirement {
  /** Name of its page, a dot, a name of its own: `patch.unique`. */
  readonly id: string;
  readonly sentence: string;
  /** Why no test verifies it; null when one must. */
  readonly notVerified: string | null;
}

const ITEM = /^- \*\*\[([a-z]+)\.([a-z0-9-]+)\]\*\* ([A-Z`/“].*\.)$/;
const NOT_VERIFIED = /^ {2}- Not verified: (.+\.)$/;

/**
 * Reads the requirements of one page.
 * @param page the file's name without `.md`
 * Throws on a list item of another form, because it would be a requirement that nothing verifies.
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

/** All requirements by id, in the order of the pages. Throws on an id that occurs twice. */
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
