import type { ReactNode } from 'react';
import { Link } from './link.tsx';

/** The screens of one website, in the order of their links. */
const PAGE_PARTS: readonly (readonly [path: string, name: string])[] = [
  ['', 'Edit'],
  ['/revisions', 'Revisions'],
  ['/public', 'Public'],
  ['/settings', 'Settings'],
];

/** Properties of the component `WebsiteScreenTabs`, the links between the screens of one website. `children` are shown after them. */
interface WebsiteScreenTabsProps {
  readonly pageId: number;
  readonly children?: ReactNode;
}

/** Shows links between the screens of one website. */
export function WebsiteScreenTabs({ pageId, children }: WebsiteScreenTabsProps) {
  return (
    <div className="page-tabs">
      <nav aria-label="Website">
        {PAGE_PARTS.map(([path, name]) => (
          <Link key={name} to={`/pages/${pageId}${path}`}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
