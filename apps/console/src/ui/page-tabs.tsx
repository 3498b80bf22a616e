import { Link } from './link.tsx';

/** The screens of one website, in the order of their links. */
const PAGE_PARTS: readonly (readonly [path: string, name: string])[] = [
  ['', 'Edit'],
  ['/revisions', 'Revisions'],
  ['/public', 'Public'],
  ['/settings', 'Settings'],
];

/** Shows links between the screens of one website. */
export function PageTabs({ pageId }: { readonly pageId: number }) {
  return (
    <nav className="page-tabs" aria-label="Website">
      {PAGE_PARTS.map(([path, name]) => (
        <Link key={name} to={`/pages/${pageId}${path}`}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
