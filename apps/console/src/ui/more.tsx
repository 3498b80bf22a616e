import { Button } from './button.tsx';

/** The members of the result of a paged query that the component `More` uses. */
interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The button that reads the next part of a list that is read in parts; not shown when the list is complete. */
export function More({
  list,
  text = 'More',
}: {
  readonly list: PagedQuery;
  readonly text?: string;
}) {
  if (!list.hasNextPage) return null;
  return (
    <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {text}
    </Button>
  );
}
