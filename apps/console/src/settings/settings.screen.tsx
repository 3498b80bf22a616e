import type { WebsiteRecord } from '@bridge/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useChange } from '../api/mutations.ts';
import { pageQuery } from '../api/pages.ts';
import { movePage, renamePage, setListed } from '../api/publishing.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { Problem } from '../ui/problem.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { titleOf } from '../ui/title-of.ts';
import { showToast } from '../ui/toast.tsx';
import { DeleteSetting } from './delete-setting.tsx';

interface SettingProps {
  readonly website: WebsiteRecord;
  readonly onChanged: () => Promise<void>;
}

function TitleSetting({ website, onChanged }: SettingProps) {
  const { page_id: pageId, title: before } = website;
  const [title, setTitle] = useState(before);
  const rename = useChange(renamePage);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const done = await rename.run({ pageId, title });
    if (done === null) return;
    await onChanged();
    showToast('The title is changed', async () => {
      await rename.run({ pageId, title: before });
      setTitle(before);
      await onChanged();
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field
        label="Title"
        required
        maxLength={120}
        hint="The live website keeps its title until it is published again."
        value={title}
        onChange={setTitle}
      />
      <Problem refusal={rename.refusal} onAgain={rename.again} />
      <Button submit busy={rename.busy} disabled={title === before || title.trim() === ''}>
        Rename
      </Button>
    </form>
  );
}

function WorldSetting({ website, onChanged }: SettingProps) {
  const { page_id: pageId, word: before, draft_revision: revision } = website;
  const worlds = useQuery(worldsQuery);
  const [word, setWord] = useState(before);
  const move = useChange(movePage);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const done = await move.run({ pageId, word, revision });
    await onChanged();
    if (done === null) return;
    const now = done.website.draft_revision;
    showToast(`It is in ${word} now`, async () => {
      await move.run({ pageId, word: before, revision: now });
      setWord(before);
      await onChanged();
    });
  };
  const words = new Set([before, ...(worlds.data ?? []).map((world) => world.word)]);
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor="world">World</label>
        <select id="world" value={word} onChange={(event) => setWord(event.target.value)}>
          {[...words].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      <Problem refusal={move.refusal} onAgain={move.again} onReload={() => void onChanged()} />
      <Button submit busy={move.busy} disabled={word === before}>
        Move
      </Button>
    </form>
  );
}

function ListedSetting({ website, onChanged }: SettingProps) {
  const { page_id: pageId, listed } = website;
  const change = useChange(setListed);
  const set = async (next: boolean): Promise<void> => {
    await change.run({ pageId, listed: next });
    await onChanged();
  };
  return (
    <fieldset>
      <legend>Overviews</legend>
      <label>
        <input
          type="checkbox"
          checked={listed}
          disabled={change.busy}
          onChange={(event) => void set(event.target.checked)}
        />{' '}
        Public overviews may list this website while it is public
      </label>
      <Problem refusal={change.refusal} onAgain={change.again} />
    </fieldset>
  );
}

/** The screen of the settings of a website: title, World, overviews. */
export function SettingsScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const cache = useQueryClient();
  const page = useQuery(pageQuery(pageId));
  const title = page.data === undefined ? `Website ${pageId}` : titleOf(page.data.website);
  const refresh = async (): Promise<void> => {
    await cache.invalidateQueries({ queryKey: ['page', pageId] });
    await cache.invalidateQueries({ queryKey: ['websites'] });
  };
  return (
    <>
      <Heading title={`Settings of ${title}`}>
        Settings of <bdi>{title}</bdi>
      </Heading>
      <PageTabs pageId={pageId} />
      <Loaded query={page}>
        {({ website }) => (
          <>
            <TitleSetting website={website} onChanged={refresh} />
            <h2>Place</h2>
            <WorldSetting website={website} onChanged={refresh} />
            <ListedSetting website={website} onChanged={refresh} />
            <DeleteSetting website={website} onChanged={refresh} />
          </>
        )}
      </Loaded>
    </>
  );
}
