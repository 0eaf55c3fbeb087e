import { Button } from '@mantine/core';
import { useNow, useTranslations } from 'use-intl';
import { dateIn } from '../../../shared/days/in-zone.rules.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import type { OwnWindow } from '../../../shared/workout/activity.ts';
import { teamOf } from '../../../shared/workout/window.rules.ts';
import type { Today } from '../check-in.rules.ts';
import { CameraStage } from '../components/camera-stage.tsx';
import { DoneStage } from '../components/done-stage.tsx';
import { FailedStage } from '../components/failed-stage.tsx';
import { Frame, Orb, Stage } from '../components/frame.tsx';
import type { Self } from '../components/pass.tsx';
import { PreviewStage } from '../components/preview-stage.tsx';
import { QueuedStage } from '../components/queued-stage.tsx';
import { RejectedStage } from '../components/rejected-stage.tsx';
import { SendingStage } from '../components/sending-stage.tsx';
import { useSteps } from '../use-steps.ts';
import { useWords } from '../use-words.ts';

const TICK_MS = 15_000;
const OTHER = { activity_type: 'other', custom_activity: null } as const;

type CheckInScreenProps = {
  today: Today;
  /** When `today` came, in milliseconds. */
  todayAt: number;
  user: Self & { id: string };
  ownWindow: OwnWindow | null;
  /** What the user has decided on the camera before. */
  permission: PermissionState;
  chipsOfWeek: number | null;
};

/** A photo of the day, from the camera to the tile. */
export function CheckInScreen(props: CheckInScreenProps) {
  const { today, todayAt, user, ownWindow } = props;
  const now = useNow({ updateInterval: TICK_MS });
  const isPastMidnight = ownWindow !== null && (dateIn(ownWindow.timezone, now) ?? today.date) > today.date;
  const words = useWords(today, now, isPastMidnight);
  const steps = useSteps({ userId: user.id, today, todayAt, isPastMidnight });
  return (
    <Frame team={teamOf(today)} when={words.when()}>
      {steps.stage !== null && <CurrentStage {...props} stage={steps.stage} steps={steps} words={words} />}
    </Frame>
  );
}

type CurrentStageProps = CheckInScreenProps & {
  stage: NonNullable<ReturnType<typeof useSteps>['stage']>;
  steps: ReturnType<typeof useSteps>;
  words: ReturnType<typeof useWords>;
};

function CurrentStage({ stage, steps, words, today, user, ownWindow, permission, chipsOfWeek }: CurrentStageProps) {
  const { queued, taken, checkIn, sent, problem } = steps;
  const takenAt = queued?.body.takenAt ?? taken?.at.toISOString();
  const discard = () => void steps.discard();
  switch (stage) {
    case 'noWindow':
      return <NoWindow />;
    case 'midnight':
      return <Midnight {...words.midnight()} onContinue={steps.readMidnight} />;
    case 'camera':
      return (
        <CameraStage
          permission={permission}
          note={words.note()}
          problem={problem}
          onPhoto={(photo) => void steps.choose(photo)}
        />
      );
    case 'preview':
      return taken === null ? null : (
        <PreviewStage
          photo={taken.photo}
          planned={ownWindow ?? OTHER}
          note={words.note()}
          problem={problem}
          onCheckIn={(activity, coordinates) => void steps.submit(activity, coordinates)}
          onRetake={steps.retake}
        />
      );
    case 'sending':
      return (
        <SendingStage
          queued={queued}
          photo={taken?.photo}
          time={takenAt === undefined ? null : words.time(takenAt)}
          onCancel={discard}
        />
      );
    case 'queued':
      return (
        <QueuedStage
          counts={words.waiting(queued?.body.takenAt)}
          next={today.chain?.after?.full_name ?? null}
          onCancel={discard}
        />
      );
    case 'failed':
      return queued === null ? null : (
        <FailedStage
          queued={queued}
          onAnotherPhoto={() => {
            steps.retake();
            discard();
          }}
        />
      );
    case 'rejected':
      return checkIn === null ? null : <RejectedStage checkIn={checkIn} next={words.next} onReplace={steps.replace} />;
    case 'done':
      return checkIn === null ? null : (
        <DoneStage
          checkIn={checkIn}
          customActivity={ownWindow?.custom_activity ?? null}
          chain={today.chain}
          self={user}
          counts={sent && words.counted(sent.response, sent.body.takenAt ?? null)}
          isNextNotified={sent?.response.nextUserNotified ?? false}
          chipsOfWeek={chipsOfWeek}
        />
      );
  }
}

function NoWindow() {
  const t = useTranslations('check-in');
  return (
    <Stage
      title={t('noWindowTitle')}
      picture={<Orb icon="clock" />}
      actions={
        <ButtonLink to="/window" size="lg">
          {t('setUp')}
        </ButtonLink>
      }
    >
      <p>{t('noWindowText')}</p>
    </Stage>
  );
}

/** Which day a check-in counts for, when the clock already shows the next one. */
function Midnight({ text, action, onContinue }: { text: string; action: string; onContinue: () => void }) {
  const t = useTranslations('check-in');
  return (
    <Stage
      title={t('midnightTitle')}
      picture={<Orb icon="moon" />}
      actions={
        <Button data-is-main size="lg" leftSection={<Icon name="camera" size={20} />} onClick={onContinue}>
          {action}
        </Button>
      }
    >
      <p>{text}</p>
    </Stage>
  );
}
