import { Button } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'

/** Leads to the server's own page about a letter, which works without any script. */
export function VerifyBox() {
  return (
    <section
      aria-labelledby="verify"
      className="mb-16 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-xl border border-line bg-surface px-6 py-6 shadow-card sm:px-8"
    >
      <div className="max-w-md">
        <h2 id="verify" className="text-lg font-semibold">
          Received a letter of authorisation?
        </h2>
        <p className="text-sm text-soft">
          Check that it is genuine and still valid. The code is at the bottom of the letter.
        </p>
      </div>
      <form action="/verify" method="get" className="flex w-full gap-2 sm:w-auto">
        <input
          name="code"
          aria-label="LOA code"
          placeholder="LOA code"
          required
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          className={`${inputClass} font-mono sm:w-60`}
        />
        <Button type="submit">Verify</Button>
      </form>
    </section>
  )
}
