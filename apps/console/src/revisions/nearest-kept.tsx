import { useQuery } from '@tanstack/react-query';
import { nearestKeptQuery } from '../api/nearest-kept.ts';
import { Link } from '../ui/link.tsx';

/**
 * Properties of the component `NearestStoredRevision`. `addressOf` returns the address of the shown comparison, with another revision in
 * place of `revision`.
 */
interface NearestStoredRevisionProps {
  readonly pageId: number;
  readonly revision: number;
  readonly addressOf: (revision: number) => string;
}

/**
 * Says that the text of a revision is no longer stored, and links to a comparison with the nearest revision whose text is
 * stored.
 */
export function NearestStoredRevision({ pageId, revision, addressOf }: NearestStoredRevisionProps) {
  const { data: nearest = null } = useQuery(nearestKeptQuery(pageId, revision));
  return (
    <p className="banner" role="status">
      The text of r{revision} is no longer kept: the newest 100 revisions and all published ones
      are.{' '}
      {nearest !== null && (
        <Link to={addressOf(nearest)}>Compare r{nearest}, the nearest one that is kept</Link>
      )}
    </p>
  );
}
