import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const root = document.getElementById('root')
if (root === null) throw new TypeError('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)
