import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';

/** What has just happened, read out. The region is there before, so that screen readers hear it. */
export function Done({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <Row as="p" gap={2} align="stretch" tone="accent" weight={500}>
          <Icon name="check" size={20} />
          {text}
        </Row>
      )}
    </div>
  );
}
