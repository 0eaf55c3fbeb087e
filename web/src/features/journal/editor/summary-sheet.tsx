import { useTranslations } from 'use-intl';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { type DetailsProps, NotebookField, SharingField } from './details.tsx';
import { MoodField } from './mood-field.tsx';
import classes from './summary.module.css';
import type { Part } from './summary.tsx';
import { TagField } from './tag-field.tsx';

/** One part of what is said about a text, at the lower edge of a phone. */
export function SummarySheet({ part, onClose, ...props }: DetailsProps & { part: Part; onClose: () => void }) {
  const t = useTranslations('journal');
  return (
    <Dialog
      onClose={onClose}
      title={t(part)}
      classNames={{ inner: classes.sheetInner ?? '', content: classes.sheet ?? '' }}
    >
      <PartField {...props} part={part} />
    </Dialog>
  );
}

function PartField({ part, ...props }: DetailsProps & { part: Part }) {
  const { fields, tone, onChange } = props;
  switch (part) {
    case 'mood':
      return <MoodField mood={fields.mood} tone={tone} onChange={(mood) => onChange({ mood })} />;
    case 'notebook':
      return <NotebookField {...props} />;
    case 'tags':
      return <TagField tags={fields.tags} onChange={(tags) => onChange({ tags })} />;
    case 'whoSees':
      return <SharingField {...props} isInSheet />;
  }
}
