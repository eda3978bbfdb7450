/** The companies of the demo world. The first three are those its credentials are for. */

export interface DemoCompany {
  readonly key: string
  readonly title: string
  readonly role: 'holder' | 'lessee' | 'operator'
  readonly person: { readonly name: string; readonly email: string }
}

export const companies: readonly DemoCompany[] = [
  {
    key: 'meridian',
    title: 'Meridian Address Trust',
    role: 'holder',
    person: { name: 'Hanna Berg', email: 'holder@demo.example' },
  },
  {
    key: 'brightwave',
    title: 'Brightwave Hosting',
    role: 'lessee',
    person: { name: 'Luis Ortega', email: 'lessee@demo.example' },
  },
  {
    key: 'operations',
    title: 'Sublet Operations',
    role: 'operator',
    person: { name: 'Ola Nyström', email: 'operator@demo.example' },
  },
  {
    key: 'altiplano',
    title: 'Altiplano Redes',
    role: 'holder',
    person: { name: 'Inés Quispe', email: 'ines@altiplano.example' },
  },
  {
    key: 'savanna',
    title: 'Savanna Number Resources',
    role: 'holder',
    person: { name: 'Amara Okoye', email: 'amara@savanna.example' },
  },
  {
    key: 'pacific',
    title: 'Pacific Ridge Networks',
    role: 'holder',
    person: { name: 'Kenji Mori', email: 'kenji@pacificridge.example' },
  },
  {
    key: 'northlight',
    title: 'Northlight CDN',
    role: 'lessee',
    person: { name: 'Freya Lind', email: 'freya@northlight.example' },
  },
  {
    key: 'kestrel',
    title: 'Kestrel VPN',
    role: 'lessee',
    person: { name: 'Tom Ward', email: 'tom@kestrel.example' },
  },
  {
    key: 'quarry',
    title: 'Quarry Cloud',
    role: 'lessee',
    person: { name: 'Mina Sato', email: 'mina@quarry.example' },
  },
]
