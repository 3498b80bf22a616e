import type { WebsiteRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange, type UndoableInput } from '../api/mutations.ts';
import { pageQuery } from '../api/pages.ts';
import { movePage, renamePage, setListed } from '../api/publishing.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { PublicOverviewCheckbox } from '../ui/overviews-choice.tsx';
import { WebsiteScreenTabs } from '../ui/page-tabs.tsx';
import { Problem } from '../ui/problem.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { Select } from '../ui/select.tsx';
import { titleOf } from '../ui/title-of.ts';
import { showUndo } from '../ui/toast.tsx';
import { WebsiteDeletionSection } from './delete-setting.tsx';

/** Properties of a component that changes one setting of a website. */
interface WebsiteSettingProps {
  readonly website: WebsiteRecord;
  readonly onChanged: () => Promise<void>;
}

/** A change of the title of a website, with the title before it. */
type TitleChange = UndoableInput<Parameters<typeof renamePage>[0], string>;

function TitleSetting({ website, onChanged }: WebsiteSettingProps) {
  const { page_id: pageId, title: before } = website;
  const [title, setTitle] = useState(before);
  const rename = useChange((input: TitleChange, key) => renamePage(input, key));
  const submit = async (): Promise<void> => {
    const input = rename.pending ?? { pageId, title, former: before };
    const done = await rename.run(input);
    if (done === null) return;
    await onChanged();
    showUndo('The title is changed', renamePage, { pageId, title: input.former }, async () => {
      setTitle(input.former);
      await onChanged();
    });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label="Title"
        required
        readOnly={rename.pending !== null}
        maxLength={120}
        hint="The live website keeps its title until it is published again."
        value={title}
        onChange={setTitle}
      />
      <Problem refusal={rename.refusal} onAgain={rename.canRepeat ? submit : null} />
      <Button submit busy={rename.busy} disabled={title === before || title.trim() === ''}>
        Rename
      </Button>
    </Form>
  );
}

/** A change of the World (public identity) of a website, with the word of the World before it. */
type WorldChangeDefinition = UndoableInput<Parameters<typeof movePage>[0], string>;

function WorldSetting({ website, onChanged }: WebsiteSettingProps) {
  const { page_id: pageId, word: before, draft_revision: revision } = website;
  const worlds = useQuery(worldsQuery);
  const [word, setWord] = useState(before);
  const move = useChange((input: WorldChangeDefinition, key) => movePage(input, key));
  const submit = async (): Promise<void> => {
    const input = move.pending ?? { pageId, word, revision, former: before };
    const done = await move.run(input);
    await onChanged();
    if (done === null) return;
    const back = { pageId, word: input.former, revision: done.website.draft_revision };
    showUndo(`It is in ${input.word} now`, movePage, back, async () => {
      setWord(input.former);
      await onChanged();
    });
  };
  const words = new Set([before, ...(worlds.data ?? []).map((world) => world.word)]);
  return (
    <Form onSubmit={submit}>
      <Select
        label="World"
        options={[...words].map((one) => [one, one])}
        disabled={move.pending !== null}
        value={word}
        onChange={setWord}
      />
      <Problem
        refusal={move.refusal}
        onAgain={move.canRepeat ? submit : null}
        onReload={() => void onChanged()}
      />
      <Button submit busy={move.busy} disabled={word === before}>
        Move
      </Button>
    </Form>
  );
}

function ListedSetting({ website, onChanged }: WebsiteSettingProps) {
  const { page_id: pageId, listed } = website;
  return (
    <PublicOverviewCheckbox
      listed={listed}
      send={(next, key) => setListed({ pageId, listed: next }, key)}
      refresh={onChanged}
    >
      Public overviews may list this website while it is public
    </PublicOverviewCheckbox>
  );
}

/**
 * The screen of a website's settings: title, World (public identity), listing in the public overview of all accounts, and
 * deletion.
 */
export function SettingsScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const read = useRefresh();
  const page = useQuery(pageQuery(pageId));
  const title = page.data === undefined ? `Website ${pageId}` : titleOf(page.data.website);
  const refresh = () => read(['page', pageId], ['websites']);
  return (
    <>
      <Heading title={`Settings of ${title}`}>
        Settings of <bdi>{title}</bdi>
      </Heading>
      <WebsiteScreenTabs pageId={pageId} />
      <QueryResultView query={page}>
        {({ website }) => (
          <>
            <TitleSetting website={website} onChanged={refresh} />
            <h2>Place</h2>
            <WorldSetting website={website} onChanged={refresh} />
            <ListedSetting website={website} onChanged={refresh} />
            <WebsiteDeletionSection website={website} onChanged={refresh} />
          </>
        )}
      </QueryResultView>
    </>
  );
}
