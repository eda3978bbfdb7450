import type { NotificationSetting } from '../../../client/portal.gen.ts'
import { Select } from '../select.tsx'

/** How somebody, or a company, wants notifications to be mailed. */

type Way = NotificationSetting['usual']
type Choice = Way | 'usual'

const words: Readonly<Record<Way, string>> = { at_once: 'Immediately', daily: 'Daily', never: 'Never' }

interface MailWaysProps {
  readonly settings: readonly NotificationSetting[]
  /** What stands for what is usual: “As usual”, “As the company has it”. */
  readonly usual: string
  /** They may look only. */
  readonly fixed?: boolean
  readonly onChoose: (change: { kind: NotificationSetting['kind']; mail: Way | null }) => void
}

export function MailWays({ settings, usual, fixed = false, onChoose }: MailWaysProps) {
  return (
    <ul className="grid gap-4">
      {settings.map((setting) => (
        <li
          key={setting.kind}
          className="flex items-center justify-between gap-x-4 gap-y-1.5 text-sm max-sm:flex-col max-sm:items-start"
        >
          <span className="flex flex-col">
            <span>{setting.title}</span>
            <span className="text-xs text-faint">{setting.says}</span>
          </span>
          {setting.duty || fixed ? (
            <span className="shrink-0 text-soft">{words[setting.mail ?? setting.usual]}</span>
          ) : (
            <WayOf setting={setting} usual={usual} onChoose={onChoose} />
          )}
        </li>
      ))}
    </ul>
  )
}

function WayOf({
  setting,
  usual,
  onChoose,
}: Omit<MailWaysProps, 'settings'> & { readonly setting: NotificationSetting }) {
  const options: readonly { value: Choice; label: string }[] = [
    { value: 'usual', label: `${usual}: ${words[setting.usual].toLowerCase()}` },
    { value: 'at_once', label: words.at_once },
    { value: 'daily', label: words.daily },
    { value: 'never', label: words.never },
  ]
  return (
    <div className="w-44 shrink-0 max-sm:w-full">
      <Select
        small
        label={`Mail about ${setting.title.toLowerCase()}`}
        options={options}
        value={setting.mail ?? 'usual'}
        onChange={(chosen: Choice) => onChoose({ kind: setting.kind, mail: chosen === 'usual' ? null : chosen })}
      />
    </div>
  )
}
