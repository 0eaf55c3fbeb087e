import type { components } from '@meadow/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { membersQuery } from '../api/queries.ts';
import { usePerson } from '../person.tsx';
import classes from './audience-sentence.module.css';
import { sentenceOf } from './sharing.rules.ts';

type Readers = components['schemas']['Readers'];

/** Who can see something, in one sentence with faces. */
export function AudienceSentence({ audience }: { audience: components['schemas']['Audience'] }) {
  const t = useTranslations('journal');
  const sentence = sentenceOf(audience);
  const readers = 'readers' in sentence ? sentence.readers : null;
  const members = useMembers(readers);
  const nameReaders = useReaderNames();
  const values = {
    who: readers === null ? '' : nameReaders(members, readers.people_count),
    count: readers?.people_count ?? 0,
    name: readers?.name ?? '',
    rest: 'rest' in sentence ? sentence.rest : 0,
    wider: 'wider' in sentence ? sentence.wider : '',
    b: (text: ReactNode) => <b>{text}</b>,
  };
  return (
    <Row gap={3} fits tone="ink" className={classes.sentence}>
      {members.length > 0 ? (
        <span className={classes.faces}>
          {members.slice(0, 2).map(({ id, full_name, avatar_url }) => (
            <Face key={id} name={full_name} url={avatar_url} />
          ))}
        </span>
      ) : (
        <Icon name={iconOf(audience.content.kind)} size={20} />
      )}
      <span>{t.rich(sentence.key, values)}</span>
    </Row>
  );
}

function iconOf(kind: Readers['kind']): 'lock' | 'globe' | 'people' {
  if (kind === 'private') return 'lock';
  return kind === 'public' ? 'globe' : 'people';
}

type Member = { id: string; full_name: string; avatar_url: string | null };

/** Some readers of a group besides the user. Empty until they are loaded, and if they cannot be. */
function useMembers(readers: Readers | null): Member[] {
  const { userId, groups } = usePerson();
  const group = groups.find(({ name, kind }) => name === readers?.name && kind === readers.kind);
  const { data = [] } = useQuery({
    ...membersQuery(group?.kind ?? 'team', group?.id ?? ''),
    enabled: group !== undefined,
  });
  return group === undefined ? [] : data.filter(({ id }) => id !== userId);
}

/** The readers by the first names of some. */
function useReaderNames(): (members: readonly Member[], count: number) => string {
  const t = useTranslations('journal');
  return (members, count) => {
    const [first, second] = members.map(({ full_name }) => full_name.split(' ')[0] ?? full_name);
    if (first === undefined || count === 0) return t('people', { count });
    if (second === undefined || count === 1) return count === 1 ? first : t('peopleOne', { first, more: count - 1 });
    return count === 2 ? t('peopleTwo', { first, second }) : t('peopleMore', { first, second, more: count - 2 });
  };
}
